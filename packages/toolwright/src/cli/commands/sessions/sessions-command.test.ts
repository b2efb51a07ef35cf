import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openSession, openSqliteStore, type SessionRecord } from '@toolwright/store';
import { createScratch, removeScratch, runCli } from '../../cli.test.support.js';

/** Sends a letter, then reports the result. */
const AGENT = `
  const calls = [{ id: 'c1', type: 'function', function: { name: 'send', arguments: '{"to":"Ada"}' } }];
  const llmClient = {
    generate: async (messages) => {
      const { role, content } = messages.at(-1);
      return role === 'tool'
        ? { content: 'Done: ' + content, toolCalls: [], finishReason: 'stop' }
        : { content: null, toolCalls: calls, finishReason: 'tool-calls' };
    },
  };
  export const loud = () => (console.log('the module prints'), careful);
  const spec = { name: 'send', description: 'Sends.', parameters: { type: 'object', properties: {} }, source: { file: 'x', line: 1 } };
  const tools = (annotations) => ({
    listTools: () => [{ ...spec, annotations }],
    execute: async () => ({ result: 'sent', error: null }),
  });
  export const personal = { name: 'clerk', llmClient, toolRegistry: {
    listTools: () => [{ ...spec, annotations: { needsApproval: true }, needsContext: true }],
    execute: async (name, args, { context }) => ({ result: 'sent by user ' + context.user, error: null }),
  } };
  export const user = { user: 7 };
  export const nobody = () => undefined;
  export const careful = { name: 'clerk', llmClient, toolRegistry: tools({ needsApproval: true }) };
  export const plain = () => ({ name: 'clerk', llmClient, toolRegistry: tools({}) });
`;

const cwd = createScratch({
  'package.json': '{ "type": "module" }',
  'agent.js': AGENT,
  'broken.js': 'throw 1',
});
afterAll(removeScratch);

const sessions = (...args: string[]) => runCli(['sessions', ...args], { cwd });

/** A file with three sessions: one waits for approval, one was interrupted in a call, one has ended. */
async function createStore(name: string): Promise<string> {
  const { careful, plain } = await import(path.join(cwd, 'agent.js'));
  const store = await openSqliteStore({ file: path.join(cwd, name) });
  await (await openSession({ store, id: 'waiting', agent: careful })).run('Write to Ada.');
  await (await openSession({ store, id: 'ended', agent: plain() })).run('Write to Ada.');
  await openSession({ store, id: 'cut', agent: plain() });
  const lease = await store.acquire('cut', 1000);
  const reply = await plain().llmClient.generate([{ role: 'user', content: 'Write.' }]);
  const call = { callId: 'c1', name: 'send', arguments: '{"to":"Ada"}', repeatable: false };
  const records: SessionRecord[] = [
    { type: 'run-start', runId: 'r1', input: 'Write.', streaming: false },
    { type: 'model-reply', runId: 'r1', reply },
    { type: 'tool-start', runId: 'r1', ...call },
  ];
  await lease.append(records);
  await lease.release();
  await store.close();
  return name;
}

// The driver is a dependency of the store.
const { resolve } = createRequire(new URL('../../../../../store/package.json', import.meta.url));
const driver = await import(pathToFileURL(resolve('@libsql/client/sqlite3')).href);
const { createClient } = driver.default;

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

/** Changes a store as another program would. */
async function change(file: string, sql: string): Promise<void> {
  const client = createClient({ url: pathToFileURL(file).href });
  await client.executeMultiple(`${sql}; PRAGMA wal_checkpoint(TRUNCATE)`);
  client.close();
}

describe('toolwright sessions', () => {
  it('lists, shows, exports and deletes', async () => {
    const store = await createStore('read.db');
    const list = await sessions('list', '--store', store);
    expect(list.code).toBe(0);
    expect(list.stdout).toMatch(
      /^cut {6}\S+Z {2}clerk, 3 records\nended {4}\S+ {2}clerk, 6 records\nwaiting/,
    );
    const json = JSON.parse((await sessions('list', '--store', store, '--json')).stdout);
    expect(json).toMatchObject([
      { id: 'cut', agent: 'clerk', records: 3 },
      { id: 'ended' },
      { id: 'waiting' },
    ]);

    const ended = await sessions('show', 'ended', '--store', store);
    expect(ended.stdout).toBe(
      'user: Write to Ada.\nassistant: send {"to":"Ada"}\ntool: sent\nassistant: Done: sent\n',
    );
    expect(ended.stderr).toBe('All its runs have finished.\n');
    expect((await sessions('show', 'cut', '--store', store)).stderr).toContain(
      'c1: send {"to":"Ada"} was interrupted, and may still be running; did it take effect?',
    );
    const shown = JSON.parse((await sessions('show', 'waiting', '--store', store, '--json')).stdout);
    expect(shown).toMatchObject({ status: 'paused', pending: [{ callId: 'c1', name: 'send' }] });

    const lines = (await sessions('export', 'cut', '--store', store)).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).record.type)).toEqual([
      'run-start',
      'model-reply',
      'tool-start',
    ]);

    expect(await sessions('delete', 'ended', '--store', store)).toMatchObject({
      code: 0,
      stderr: 'Deleted ended.\n',
    });
    expect(await sessions('delete', 'ended', '--store', store)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no session 'ended'."),
    });
  });

  it('refuses a file that lost changes in one line, and accepts it as it is on request', async () => {
    const store = await createStore('lost.db');
    const file = path.join(cwd, store);
    const backup = readFileSync(file);
    const program = await openSqliteStore({ file });
    await program.create({ id: 'later', agent: 'clerk' });
    await program.close();
    writeFileSync(file, backup);
    const refused = await sessions('list', '--store', store);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('went back in time');
    expect(await sessions('accept', '--store', store)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Accepted lost.db with 3 sessions.\n',
    });
    expect((await sessions('list', '--store', store)).code).toBe(0);
  });

  const LIES: readonly [string, (file: string) => void | Promise<void>][] = [
    ['a text', (file) => writeFileSync(file, 'a text that is long enough for a header '.repeat(200))],
    ['another database', (file) => change(file, 'PRAGMA application_id = 7')],
    ['a newer version', (file) => change(file, 'PRAGMA user_version = 99')],
    ['a store without its table', (file) => change(file, 'DROP TABLE position')],
    ['a store without its end', (file) => truncateSync(file, 9000)],
    ['an empty file', (file) => truncateSync(file, 0)],
    ['a store without its mark', (file) => rmSync(`${file}-mark`)],
    ['a store whose mark was cut', (file) => truncateSync(`${file}-mark`, 5)],
    ['a store whose mark is a folder', (file) => replaceByFolder(`${file}-mark`)],
    ['a folder', replaceByFolder],
  ];

  it.each(LIES)('refuses %s in one line, with a fix and without a stack', async (name, damage) => {
    const store = await createStore(`damaged ${name}.db`);
    await damage(path.join(cwd, store));
    for (const command of [
      ['list'],
      ['show', 'ended'],
      ['export', 'ended'],
      ['delete', 'ended'],
      ['resume', 'waiting', '--agent', 'agent.js#careful'],
    ]) {
      const { code, stdout, stderr } = await sessions(...command, '--store', store);
      expect({ command, code, stdout }).toEqual({ command, code: 1, stdout: '' });
      expect(stderr).toMatch(/^error STORE_(?:CORRUPT|VERSION|FAILED): [^\n]+\n {2}fix: [^\n]+\n$/);
    }
  });

  it('refuses a session whose records were changed, and shows the others', async () => {
    const store = await createStore('changed.db');
    await change(
      path.join(cwd, store),
      "UPDATE records SET json = replace(json, 'Ada', 'Eve') WHERE session = 'ended'; UPDATE sessions SET updated_at = 9000000000000000 WHERE id = 'cut'",
    );
    for (const command of ['show', 'export'])
      expect(await sessions(command, 'ended', '--store', store)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^error STORE_CORRUPT: The record 1 of the session 'ended' [^\n]+\n {2}fix:/,
        ),
      });
    expect((await sessions('show', 'waiting', '--store', store)).code).toBe(0);
    expect((await sessions('list', '--store', store)).stdout).toContain('at an invalid time');
  });

  it('shows control characters of ids, messages and calls instead of sending them to the terminal', async () => {
    const { careful } = await import(path.join(cwd, 'agent.js'));
    const store = await openSqliteStore({ file: path.join(cwd, 'hostile.db') });
    const id = 'a\nb\u001b[2J\u202e';
    const session = await openSession({ store, id, agent: careful });
    await session.run('x\u001b[31m\nfake: line');
    await store.close();
    for (const command of [['list'], ['show', id], ['show', `${id}?`]]) {
      const { stdout, stderr } = await sessions(...command, '--store', 'hostile.db');
      for (const character of ['\u001b', '\u202e']) expect(stdout + stderr).not.toContain(character);
      if (command[0] === 'list') expect(stdout.split('\n')).toHaveLength(2);
    }
  });

  it('resumes a run that waits for approval', async () => {
    const store = await createStore('approve.db');
    const resume = (...more: string[]) =>
      sessions('resume', 'waiting', '--store', store, '--agent', 'agent.js#loud', ...more);
    expect(await resume()).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('c1: send {"to":"Ada"} needs approval'),
    });
    expect(await resume('--approve', 'c9')).toMatchObject({ code: 2, stderr: expect.stringContaining('c1') });
    expect(await resume('--approve', 'c1')).toEqual({
      code: 0,
      stdout: 'Done: sent\n',
      stderr: 'the module prints\n',
    });
    expect(await resume()).toMatchObject({ code: 1, stderr: expect.stringContaining('no open run') });
  });

  // H1
  it('gives the tools of a resumed run the context that a module exports', async () => {
    const store = await createStore('context.db');
    const resume = (...more: string[]) => {
      const options = ['--store', store, '--agent', 'agent.js#personal', '--approve', 'c1'];
      return sessions('resume', 'waiting', ...options, ...more);
    };
    const before = (await sessions('export', 'waiting', '--store', store)).stdout;
    for (const missing of [[], ['--context', 'agent.js#nobody']]) {
      expect(await resume(...missing)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('MISSING_CONTEXT'),
      });
    }
    expect((await resume('--context', 'agent.js#nothing')).stderr).toContain("has no export 'nothing'");
    expect((await sessions('export', 'waiting', '--store', store)).stdout).toBe(before);
    expect(await resume('--context', 'agent.js#user')).toMatchObject({
      code: 0,
      stdout: 'Done: sent by user 7\n',
    });
  });

  it('resumes an interrupted run after a decision', async () => {
    const store = await createStore('cut.db');
    const { code, stdout } = await sessions(
      ...['resume', 'cut', '--store', store, '--agent', 'agent.js#plain'],
      ...['--deny', 'c1=a=b', '--json'],
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).finalResponse).toMatch(/^Done: .*may have taken effect.* A person says: a=b$/);
  });

  beforeAll(async () => {
    await createStore('wrong.db');
  });

  it.each([
    [['list'], 2, '--store'],
    [['list', '--store', 'nowhere.db'], 2, 'does not exist'],
    [['show', 'nobody', '--store', 'wrong.db'], 1, "no session 'nobody'"],
    [['resume', 'waiting', '--store', 'wrong.db', '--agent', 'agent.js'], 2, 'does not name a module'],
    [['resume', 'nobody', '--store', 'wrong.db', '--agent', 'agent.js#plain'], 1, "no session 'nobody'"],
    [['resume', 'waiting', '--store', 'wrong.db', '--agent', 'broken.js#config'], 1, 'could not be loaded'],
  ])('%j exits with %i and explains why', async (args, code, text) => {
    expect(await sessions(...args)).toMatchObject({ code, stderr: expect.stringContaining(text) });
  });
});
