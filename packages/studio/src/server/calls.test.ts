/** Tools of a program that is another process. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildHost, cleanUp, openStudio, readUpdates, removeFolders, TOOLS } from '../studio.test.support.js';

let host: string;
beforeAll(async () => {
  host = await buildHost();
});
afterEach(cleanUp);
afterAll(removeFolders);

const PROGRAM = `${TOOLS}
  export const create = ({ ToolRegistry }) => {
    const registry = new ToolRegistry();
    registry.register(tool('add', { readOnly: true }, ({ a, b }, context) => {
      context.log('adding', { a });
      context.progress(50);
      return a + b;
    }, { a: { type: 'number' }, b: { type: 'number' } }));
    registry.register(tool('wipe', { destructive: true }, () => 'gone'));
    registry.register(tool('unsaid', {}, () => 'done'));
    registry.register(tool('harmless', { destructive: false }, () => 'done'));
    registry.register(tool('fail', { readOnly: true }, () => { throw new Error('no disk'); }));
    registry.register(tool('print', { readOnly: true }, () => { console.log('printed'); console.error('{"type":"ready"}'); return 1; }));
    registry.register(tool('pieces', { readOnly: true }, async () => {
      process.stdout.write('It is sk-proj-abcdefghijklm');
      await new Promise((resolve) => setTimeout(resolve, 50));
      process.stdout.write('nopqrstuvwxyz0123456789abcd.\\n');
    }));
    registry.register(tool('chatter', { readOnly: true }, (_args, context) => {
      for (let index = 0; index < 100_000; index++) { context.log('line ' + index + ' ' + 'x'.repeat(1_000)); context.progress(index); }
    }));
    registry.register(tool('leave', { readOnly: true }, () => process.exit(3)));
    registry.register(tool('crash', { readOnly: true }, () => new Promise(() => setTimeout(() => { throw new Error('late'); }))));
    registry.register(tool('circle', { readOnly: true }, () => { for (;;); }));
    registry.register(tool('wait', { readOnly: true }, (_args, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))));
    process.env.LATE_PASSWORD = 'violetplain99zz';
    registry.register(tool('late', { readOnly: true }, () => 'It is ' + process.env.LATE_PASSWORD));
    registry.register(tool('login', { readOnly: true }, ({ pin }) => typeof pin, { password: { type: 'string' }, pin: { type: 'string', format: 'password' }, text: { type: 'string' } }));
    registry.register(tool('echo', { readOnly: true }, ({ password, pin, fails }, context) => {
      context.log('with ' + password, { given: [password] });
      context.progress({ at: pin });
      if (fails) throw new Error('no ' + password);
      return { text: 'hello u ' + password, link: 'https://x/?p=' + encodeURIComponent(password), code: Number(pin), not: 'x' + pin };
    }, { password: { type: 'string' }, pin: { type: 'string', format: 'password' }, fails: { type: 'boolean' } }));
    registry.register(tool('big', { readOnly: true }, () => 'x'.repeat(4_000_001)));
    registry.register(tool('refused', { readOnly: true }, () => ({ at: 1n })));
    registry.register(tool('key', { readOnly: true }, () => ({ apiKey: 'x', text: 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd' })));
    const big = { listTools: () => registry.listTools(), validate: (...given) => registry.validate(...given),
      execute: (name, ...rest) => name === 'harmless'
        ? { result: Array.from({ length: 1000 }, () => 'x'.repeat(100_000)), error: null }
        : registry.execute(name, ...rest) };
    return { registry: big, agents: [], countTokens: (text) => text.length };
  };`;

// K6
it('checks arguments without a call', async () => {
  const studio = await openStudio({ host, program: PROGRAM });
  await studio.untilReady();
  const check = (tool: string, args: object) => studio.post('/api/calls/check', { tool, arguments: args });
  expect(await check('add', { a: 1, b: 2 })).toMatchObject({ status: 200 });
  expect(await check('add', { a: 'x' })).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_ARGUMENTS', issues: [{ path: '' }, { path: 'a' }] } },
  });
  // The agent that has the tool checks its arguments.
  expect(await check('unknown', {})).toMatchObject({ status: 200 });
  expect((await studio.get('/api/calls')).body).toEqual({ calls: [] });
});

// K1
describe('a tool', () => {
  it('is listed with its schema, its tokens and where it is', async () => {
    const studio = await openStudio({ host, program: PROGRAM });
    await studio.untilReady();
    const { tools } = (await studio.get('/api/tools')).body;
    expect(tools[0]).toMatchObject({
      spec: { name: 'add', parameters: { required: ['a', 'b'] }, annotations: { readOnly: true } },
      tokens: expect.any(Number),
      examples: [],
    });
  });

  it('is called, with what it logs, its progress and its time', async () => {
    const studio = await openStudio({ host, program: PROGRAM });
    await studio.untilReady();
    expect(await studio.call('add', { a: 1, b: 2 })).toMatchObject({
      tool: 'add',
      arguments: { a: 1, b: 2 },
      logs: [{ message: 'adding', data: { a: 1 } }],
      progress: 50,
      end: { result: 3, durationMs: expect.any(Number) },
    });
  });

  it("is not called with bad arguments; the registry's own sentences come back", async () => {
    const studio = await openStudio({ host, program: PROGRAM });
    await studio.untilReady();
    const refused = await studio.post('/api/calls', { tool: 'add', arguments: { a: 'one', b: 2, c: 3 } });
    expect(refused).toEqual({
      status: 400,
      body: {
        error: {
          code: 'INVALID_ARGUMENTS',
          message: expect.stringContaining('a must be a number; got "one"'),
          issues: expect.arrayContaining([{ path: 'a', message: 'a must be a number; got "one".' }]),
        },
      },
    });
    expect(await studio.post('/api/calls', { tool: 'ad', arguments: {} })).toMatchObject({
      status: 404,
      body: { error: { code: 'UNKNOWN_TOOL', message: expect.stringContaining("'ad'") } },
    });
    expect((await studio.get('/api/calls')).body).toEqual({ calls: [] });
  });

  // K4
  it('needs consent if it may destroy something, or does not say that it does not', async () => {
    const studio = await openStudio({ host, program: PROGRAM });
    await studio.untilReady();
    for (const tool of ['wipe', 'unsaid']) {
      expect(await studio.post('/api/calls', { tool, arguments: {} })).toMatchObject({
        status: 409,
        body: { error: { code: 'NEEDS_CONSENT' } },
      });
    }
    expect((await studio.call('wipe', {}, true)).end).toMatchObject({ result: 'gone' });
    expect((await studio.call('unsaid', {}, true)).end).toMatchObject({ result: 'done' });
  });

  // K4
  it('may return a hundred million characters, of which a part is shown', async () => {
    const studio = await openStudio({ host, program: PROGRAM });
    await studio.untilReady();
    const { end } = await studio.call('harmless');
    expect(JSON.stringify(end).length).toBeLessThan(1_100_000);
    expect(end).toMatchObject({ omitted: expect.any(Number) });
    expect((end as { omitted: number }).omitted).toBeGreaterThan(98_000_000);
  });

  // K7
  it('may return what the registry cuts or refuses: the reason has a code, the limit and a hint', async () => {
    const studio = await openStudio({ host, program: PROGRAM });
    await studio.untilReady();
    const hint = expect.stringMatching(/^Return /);
    expect((await studio.call('big')).end).toMatchObject({
      result: expect.stringMatching(/^x+…$/),
      warning: {
        code: 'INVALID_RESULT',
        message: 'result is too large: 4,000,003 or more characters of JSON; the limit is 4,000,000.',
        hint,
      },
    });
    const message = 'result.at is a BigInt, which JSON cannot carry.';
    expect((await studio.call('refused')).end).toMatchObject({
      error: { code: 'INVALID_RESULT', message, hint },
    });
  });

  // K4
  it('may be given secrets, which are masked wherever calls are listed', async () => {
    const studio = await openStudio({ host, program: PROGRAM });
    await studio.untilReady();
    const heard = readUpdates(studio, undefined, (update) => update.type === 'call' && 'end' in update.call);
    const args = { password: 'hunter-2', pin: '4711', text: 'It is violetplain99zz.' };
    const { body } = await studio.post('/api/calls', { tool: 'login', arguments: args });
    const shown = { password: '[redacted]', pin: '[redacted]', text: 'It is [redacted].' };
    expect(body).toEqual({ callId: expect.any(String), arguments: shown });
    const updates = JSON.stringify(await heard);
    const { calls } = (await studio.get('/api/calls')).body;
    expect(calls).toMatchObject([{ arguments: shown, end: { result: 'string' } }]);
    expect(updates).toContain('"pin":"[redacted]"');
    expect(updates).not.toMatch(/hunter|4711|violetplain/);
    const wrong = await studio.post('/api/calls', {
      tool: 'login',
      arguments: { ...args, text: 1, more: args.text },
    });
    expect(JSON.stringify(wrong)).not.toContain('violetplain');
  });

  // K4
  it('does not show the secrets that it was given in what it returns, logs or throws', async () => {
    const studio = await openStudio({ host, program: PROGRAM });
    await studio.untilReady();
    const args = { password: 'blue/whale sings', pin: '4711', fails: false };
    const call = await studio.call('echo', args);
    expect(call).toMatchObject({
      logs: [{ message: 'with [redacted]', data: { given: ['[redacted]'] } }],
      progress: { at: '[redacted]' },
      // A short value counts as a whole word.
      end: { result: { text: 'hello u [redacted]', code: '[redacted]', not: 'x4711' } },
    });
    expect(JSON.stringify(call)).not.toContain('whale');
    const { end } = await studio.call('echo', { ...args, fails: true });
    expect(end).toMatchObject({ error: { message: 'no [redacted]', thrown: { message: 'no [redacted]' } } });
    expect(JSON.stringify(end)).not.toContain('whale');
    const wrong = await studio.post('/api/calls', {
      tool: 'echo',
      arguments: { ...args, pin: ['blue whale'] },
    });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong)).not.toContain('whale');
    // A yes is no secret.
    expect((await studio.call('echo', { ...args, password: 'you' })).end).toMatchObject({
      result: { text: 'hello u you' },
    });
  });

  // K5
  it('may log a hundred thousand lines: the last ones are kept, and the others counted', async () => {
    const studio = await openStudio({ host, program: PROGRAM });
    await studio.untilReady();
    const heard = readUpdates(studio, undefined, (update) => update.type === 'call' && 'end' in update.call);
    const call = await studio.call('chatter');
    expect(call.logs.at(-1)?.message).toMatch(/^line 99999 x/);
    expect(call.progress).toBe(99_999);
    expect(call.logs.length + (call.droppedLogs ?? 0)).toBe(100_000);
    expect(call.logs.length).toBeLessThanOrEqual(1_000);
    // All lines would be a hundred million characters.
    expect(JSON.stringify(await heard).length).toBeLessThan(10_000_000);
  });

  // K4
  it('may print secrets, also in pieces, which are masked', async () => {
    let printed = '';
    const studio = await openStudio({ host, program: PROGRAM, onOutput: (text) => (printed += text) });
    await studio.untilReady();
    await studio.call('pieces');
    while (!printed.includes('.')) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(printed).toBe('It is [redacted].\n');
  });

  // K4
  it('may return secrets, which are masked', async () => {
    const studio = await openStudio({ host, program: PROGRAM });
    await studio.untilReady();
    expect((await studio.call('key')).end).toMatchObject({
      result: { apiKey: '[redacted]', text: '[redacted]' },
    });
    // A module put it into the environment, as dotenv does.
    expect((await studio.call('late')).end).toMatchObject({ result: 'It is [redacted]' });
  });

  it('may throw, print, end its process, or crash it later: Studio goes on', async () => {
    const printed: string[] = [];
    const studio = await openStudio({ host, program: PROGRAM, onOutput: (text) => printed.push(text) });
    await studio.untilReady();
    // K7
    const own = { file: path.join(studio.root, 'program.mjs'), own: true };
    expect((await studio.call('fail')).end).toMatchObject({
      error: {
        code: 'TOOL_FAILED',
        message: 'no disk',
        thrown: { name: 'Error', frames: expect.arrayContaining([expect.objectContaining(own)]) },
      },
    });
    expect((await studio.call('print')).end).toMatchObject({ result: 1 });
    expect(printed.join('')).toContain('printed\n');
    expect((await studio.call('leave')).end).toMatchObject({
      error: { code: 'PROGRAM_ENDED', message: 'The program exited with code 3.' },
    });
    await studio.untilReady();
    expect((await studio.call('crash')).end).toMatchObject({
      error: { code: 'PROGRAM_ENDED', hint: expect.stringContaining('late') },
    });
    await studio.untilReady();
    expect((await studio.call('add', { a: 1, b: 1 })).end).toMatchObject({ result: 2 });
  });

  it('that never returns can be ended, also if it blocks its process', async () => {
    const studio = await openStudio({ host, program: PROGRAM });
    await studio.untilReady();
    const { callId } = (await studio.post('/api/calls', { tool: 'wait', arguments: {} })).body;
    expect((await studio.post(`/api/calls/${callId}/abort`, {})).status).toBe(200);
    const { end } = await studio.until('/api/calls', ({ calls }) =>
      calls.find((one: { end?: object }) => one.end),
    );
    expect(end).toMatchObject({ error: { code: expect.any(String) } });
  });
});

it('ends a process that is in an endless loop, and says so', async () => {
  const studio = await openStudio({ host, program: PROGRAM, limits: { hangMs: 2_000 } });
  await studio.untilReady();
  expect((await studio.call('circle')).end).toMatchObject({
    error: { code: 'PROGRAM_ENDED', message: expect.stringContaining('endless loop') },
  });
  await studio.untilReady();
});

// K3
it('loads the program again when a source changes, also after an error in it', async () => {
  const studio = await openStudio({ host, program: 'export const create = () => { this is no JavaScript' });
  const failed = await studio.until('/api/studio', ({ program }) =>
    program.status === 'failed' ? program : undefined,
  );
  expect(failed).toMatchObject({ error: { code: 'PROGRAM_FAILED' } });
  expect(await studio.post('/api/calls', { tool: 'add', arguments: {} })).toMatchObject({
    body: { error: { code: 'PROGRAM_FAILED' } },
  });
  const heard = readUpdates(studio, undefined, ({ type }) => type === 'tools');
  writeFileSync(path.join(studio.root, 'program.mjs'), PROGRAM);
  expect((await heard).map(({ type }) => type)).toEqual(expect.arrayContaining(['program', 'tools']));
  await studio.untilReady();
  expect((await studio.call('add', { a: 2, b: 2 })).end).toMatchObject({ result: 4 });
});

// K1
it('ends no call for the sake of a change: a tool may write a source', async () => {
  const printed: string[] = [];
  const studio = await openStudio({ host, program: WRITER, onOutput: (text) => printed.push(text) });
  await studio.untilReady();
  const { callId } = (await studio.post('/api/calls', { tool: 'write', arguments: {} })).body;
  await studio.until('/api/studio', ({ program }) => program.restartWaits);
  expect(printed.join('')).toContain('restarts once its calls and runs have finished');
  const heard = readUpdates(studio, undefined, ({ type }) => type === 'tools');
  writeFileSync(path.join(studio.root, 'go'), '');
  const { end } = await studio.until('/api/calls', ({ calls }) =>
    calls.find((one: { callId: string; end?: object }) => one.callId === callId && one.end),
  );
  expect(end).toMatchObject({ result: 'written' });
  // Then the program is loaded again.
  await heard;
});

const WRITER = `${TOOLS}
  import { existsSync, writeFileSync } from 'node:fs';
  const write = tool('write', { readOnly: true }, async () => {
    writeFileSync('made.js', '');
    while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20));
    return 'written';
  });
  export const create = ({ ToolRegistry }) => ({ registry: new ToolRegistry().register(write), agents: [] });
`;
