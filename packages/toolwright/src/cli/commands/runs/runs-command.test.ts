import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Agent } from '@toolwright/core';
import { scriptedModel } from '@toolwright/llm/testing';
import { createJsonLogger } from '@toolwright/logger';
import { createScratch, removeScratch, runCli, writeFiles } from '../../cli.test.support.js';

const cwd = createScratch();
afterAll(removeScratch);

const tools = {
  listTools: () => [
    {
      ...{ name: 'look', description: 'Looks.', annotations: {}, source: { file: 'x', line: 1 } },
      parameters: { type: 'object' as const, properties: {} },
    },
  ],
  execute: async (_name: string, args: unknown) =>
    JSON.stringify(args).includes('dark')
      ? { result: null, error: 'Too dark.' }
      : { result: { seen: 'the sea' }, error: null },
};

let log = '';
beforeAll(async () => {
  const now = () => new Date(0);
  const logger = createJsonLogger({ stream: { write: (text) => (log += text) }, now });
  let id = 0;
  const runtime = { now: () => 0, newId: () => `run-${++id}` };
  const call = (args: object) => ({ toolCalls: [{ name: 'look', arguments: args }] });
  const usage = { inputTokens: 1_200, outputTokens: 30 };
  const llmClient = scriptedModel([
    { ...call({ at: 'sea' }), usage },
    call({ at: 'dark' }),
    { text: 'I saw the sea.\n\u001b[31mred', usage },
    { text: 'Again.' },
  ]);
  const agent = new Agent({ name: 'looker', llmClient, toolRegistry: tools, logger, runtime });
  await agent.run('What do you see?');
  await agent.run('And now?');
  writeFiles(cwd, { 'events.jsonl': log, 'damaged.jsonl': `{"time\n${log}[1]\n` });
});

/** A run whose program makes a call. */
function programLog(): string {
  let text = '';
  const logger = createJsonLogger({ stream: { write: (line) => (text += line) }, now: () => new Date(0) });
  const end = { outcome: { result: 1, error: null }, durationMs: 0 };
  const events = [
    { type: 'tool-call', callId: 'p', name: 'runProgram', arguments: '{"code":"return 1"}' },
    { type: 'tool-call', callId: 'p/1', name: 'look', arguments: '{}', parentCallId: 'p' },
    { type: 'tool-result', callId: 'p/1', name: 'look', ...end, parentCallId: 'p' },
    { type: 'tool-result', callId: 'p', name: 'runProgram', ...end },
  ] as const;
  for (const event of events) logger.log(event, { runId: 'r', agent: 'a' });
  return text;
}

const runs = (...args: string[]) => runCli(['runs', ...args], { cwd });

// K2
describe('toolwright runs', () => {
  it('prints the calls of a program below it', async () => {
    writeFiles(cwd, { 'program.jsonl': programLog() });
    const { stdout } = await runs('program.jsonl');
    expect(stdout.split('\n').slice(2)).toEqual([
      '└─ runProgram {"code":"return 1"} 0 ms',
      '   ├─ look {} 0 ms',
      '   │  └─ 1',
      '   └─ 1',
      '',
    ]);
  });

  it('prints each run as a tree', async () => {
    const { code, stdout, stderr } = await runs('events.jsonl', '--run', 'run-1');
    expect(stdout).toBe(
      [
        'looker completed · 0 ms · 2,400 in, 60 out · run-1',
        '├─ input What do you see?',
        '├─ model 1 0 ms · 1,200 in, 30 out',
        '├─ look {"at":"sea"} 0 ms',
        '│  └─ {"seen":"the sea"}',
        '├─ model 2 0 ms',
        '├─ look {"at":"dark"} 0 ms',
        '│  └─ error Too dark.',
        '├─ model 3 0 ms · 1,200 in, 30 out I saw the sea.⏎␛[31mred',
        '└─ answer I saw the sea.⏎␛[31mred',
        '',
      ].join('\n'),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 run.\n' });
  });

  it('chooses the latest, and prints JSON', async () => {
    const { stdout } = await runs('events.jsonl', '--last', '1', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ runId: 'run-2', input: 'And now?', answer: 'Again.' }]);
  });

  it('says of a run without an end that none is on record', async () => {
    writeFiles(cwd, { 'cut.jsonl': log.slice(0, log.indexOf('\n') + 1) });
    expect((await runs('cut.jsonl')).stdout).toMatch(/^looker no end on record · run-1\n/);
  });

  it('skips damaged lines, and counts them', async () => {
    const { code, stdout, stderr } = await runs('damaged.jsonl');
    expect(stdout).toBe((await runs('events.jsonl')).stdout);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: '2 lines skipped: damaged, or not events.\n2 runs.\n',
    });
  });

  it.each([
    [['none.jsonl'], `The file ${path.join(cwd, 'none.jsonl')} does not exist.`],
    [['events.jsonl', '--run', 'run-9'], "The log has no run 'run-9'."],
    [['events.jsonl', '--last', '0'], 'A count must be a whole number of at least 1.'],
  ])('refuses %j', async (args, message) => {
    expect(await runs(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('refuses a folder, and a log that is not written in UTF-8', async () => {
    writeFiles(cwd, { 'folder/x': '' });
    writeFileSync(path.join(cwd, 'wide.jsonl'), `\ufeff${log}`, 'utf16le');
    for (const [file, message] of [
      ['folder', 'is a folder.'],
      ['wide.jsonl', 'is encoded in UTF-16 (little-endian), but logs must be UTF-8.'],
    ] as const) {
      const { code, stdout, stderr } = await runs(file);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^error USAGE: .*\n {2}fix: .*\n$/);
      expect(stderr).toContain(`The log ${path.join(cwd, file)} ${message}`);
    }
  });

  it('reads a log with a byte order mark', async () => {
    writeFiles(cwd, { 'marked.jsonl': `\ufeff${log}` });
    expect(await runs('marked.jsonl')).toEqual(await runs('events.jsonl'));
  });

  it('prints no time for a step whose clock was set meanwhile', async () => {
    const lines = log.split('\n').filter((line) => line.includes('"run-1"'));
    const jumps = lines.map((line, index) => {
      const isEdge = index === 0 || index === lines.length - 1;
      return isEdge ? line : line.replace(/"time":"\d+/, `"time":"${index % 2 === 0 ? 1868 : 2096}`);
    });
    writeFiles(cwd, { 'jumps.jsonl': jumps.join('\n') });
    const { code, stdout } = await runs('jumps.jsonl', '--run', 'run-1');
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/-\d+ ms|\d min/);
    expect(stdout).toContain('├─ model 2\n');
  });

  it('paints in a terminal', async () => {
    const { stdout } = await runCli(['runs', 'events.jsonl'], { cwd, env: { FORCE_COLOR: '1' } });
    expect(stdout).toContain('\u001b[1mlooker\u001b[0m');
  });
});
