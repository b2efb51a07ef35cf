/** No process of a server is started twice, and none is left. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConnectMcpOptions } from './connect-options.js';
import { connect as connectTo, endAll } from './connected.test.support.js';
import { listed, rogueServer } from './rogue-server.test.support.js';

const folder = mkdtempSync(path.join(tmpdir(), 'toolwright-processes-'));
let file = '';
let count = 0;

beforeEach(() => {
  count += 1;
  file = path.join(folder, String(count));
});
afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true }));

/** A server that writes down its process. `start` is the number of this process, from 1. */
function server(cases: string, before = '') {
  const program = rogueServer(cases, [listed('die'), listed('live')]).args?.[1] ?? '';
  const write = `const fs = process.getBuiltinModule('fs'); fs.appendFileSync(${JSON.stringify(file)}, process.pid + '\\n');
    const start = fs.readFileSync(${JSON.stringify(file)}, 'utf8').trim().split('\\n').length;`;
  return { command: process.execPath, args: ['--eval', `${write} ${before} ${program}`] };
}

const started = (): number[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];

function alive(): number[] {
  return started().filter((pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      // There is no such process.
      return false;
    }
  });
}

function connect(options: ConnectMcpOptions) {
  return connectTo({ reconnect: { attempts: 3, delayMs: 10 }, revision: '2025-11-25', ...options });
}

const CALL = `case 'tools/call': if (params.name === 'die') process.exit(1); answer({ content: [{ type: 'text', text: 'ok' }] }); break;`;
const CHANGED = `send({ method: 'notifications/tools/list_changed' });`;

describe('a server', () => {
  it.each([
    ['before it is asked anything', 'setImmediate(() => { CHANGED });'.replace('CHANGED', CHANGED), ''],
    [
      'with its introduction',
      '',
      `case 'initialize': answer({ protocolVersion: '2025-06-18', capabilities: { tools: { listChanged: true } },
         serverInfo: { name: 'rogue', version: '1' } }); for (let i = 0; i < 50; i += 1) ${CHANGED} break;`,
    ],
    [
      'before and after each list',
      '',
      `case 'tools/list': if (id < 20) ${CHANGED} answer({ tools }); ${CHANGED} break;`,
    ],
  ])('that reports changes %s is started once', async (_, before, cases) => {
    const { connection, registry } = await connect(server(`${cases} ${CALL}`, before));
    expect(await registry.call('live')).toBe('ok');
    await connection.close();
    expect(started()).toHaveLength(1);
    expect(alive()).toEqual([]);
  });

  it('that refuses its list is ended', async () => {
    const refuses = `case 'tools/list': send({ id, error: { code: -32603, message: 'No list today.' } }); break;`;
    await expect(connect(server(refuses))).rejects.toMatchObject({ message: 'No list today.' });
    expect(started()).toHaveLength(1);
    expect(alive()).toEqual([]);
  });

  it.each([
    [
      'refuses its list',
      `case 'tools/list': if (start === 1) answer({ tools }); else send({ id, error: { code: -32603, message: 'No.' } }); break;`,
    ],
    [
      'dies when it is asked for its list',
      `case 'tools/list': if (start > 1) process.exit(1); answer({ tools }); break;`,
    ],
  ])('that dies and then %s is started again as often as allowed, one at a time', async (_, cases) => {
    const { connection, registry, events } = await connect(server(`${cases} ${CALL}`));
    await expect(registry.call('die')).rejects.toMatchObject({ code: 'NETWORK' });
    while (!events.some(({ type }) => type === 'warning'))
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(alive()).toEqual([]);
    expect(started()).toHaveLength(4);
    await connection.close();
    expect(alive()).toEqual([]);
  });

  it('that dies while many calls wait is started again once for all of them', async () => {
    const { registry } = await connect(server(CALL));
    await expect(registry.call('die')).rejects.toMatchObject({ code: 'NETWORK' });
    const calls = Array.from({ length: 20 }, () => registry.call('live'));
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['ok']));
    expect(started()).toHaveLength(2);
  });

  it('that ignores the end of its input and signals is ended, too', async () => {
    const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
    const { connection } = await connect(server(CALL, stubborn));
    await connection.close();
    expect(alive()).toEqual([]);
  });
});

describe('no process is left', () => {
  it.each([
    ['introduce itself', `case 'initialize': break;`],
    ['list its tools', `case 'tools/list': break;`],
    ['say which revisions it speaks', `case 'server/discover': break; case 'initialize': break;`],
  ])('when the server does not %s, and the time is over or the program gives up', async (_, cases) => {
    const options = { ...server(cases), revision: undefined };
    await expect(connect({ ...options, connectTimeoutMs: 500 })).rejects.toMatchObject({
      code: 'TOOL_TIMEOUT',
    });
    expect(alive()).toEqual([]);
    const signal = AbortSignal.timeout(500);
    await expect(connect({ ...options, signal })).rejects.toMatchObject({ code: 'ABORTED' });
    expect(alive()).toEqual([]);
  });

  it('when the connection is closed while the server starts again', async () => {
    const slow = `case 'tools/list': if (start > 1) break; answer({ tools }); break;`;
    const { connection, registry } = await connect(server(`${slow} ${CALL}`));
    await expect(registry.call('die')).rejects.toMatchObject({ code: 'NETWORK' });
    while (started().length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const begun = performance.now();
    await connection.close();
    // Only against the default of 30 seconds.
    expect(performance.now() - begun).toBeLessThan(25_000);
    expect(alive()).toEqual([]);
    expect(started()).toHaveLength(2);
  });
});
