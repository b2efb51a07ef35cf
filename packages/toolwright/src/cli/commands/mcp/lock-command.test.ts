import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createScratch, removeScratch, runCli } from '../../cli.test.support.js';

/** A server over standard input and output whose tools are in a file. */
const SERVER = `
  import { readFileSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'initialize') {
      send({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
    } else if (method === 'tools/list') send({ id, result: { tools: JSON.parse(readFileSync('tools.json', 'utf8')) } });
    else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
  });
`;

const tool = (name: string, description: string): object => ({
  name,
  description,
  inputSchema: { type: 'object', properties: {} },
});

afterAll(removeScratch);

function start(tools: readonly object[]) {
  const cwd = createScratch({ 'server.mjs': SERVER });
  const offer = (offered: readonly object[]) =>
    writeFileSync(path.join(cwd, 'tools.json'), JSON.stringify(offered));
  offer(tools);
  const lock = (...args: readonly string[]) =>
    runCli(['mcp', 'lock', ...args, '--', process.execPath, 'server.mjs'], { cwd });
  const read = (file: string): string => readFileSync(path.join(cwd, file), 'utf8');
  return { cwd, offer, lock, read };
}

// F7
describe('toolwright mcp lock', () => {
  it('writes what the tools of a server are, and checks that they still are', async () => {
    const { offer, lock, read } = start([tool('write', 'Writes.'), tool('read', 'Reads.')]);
    expect(await lock()).toEqual({ code: 0, stdout: 'Wrote mcp.lock.json with 2 tools.\n', stderr: '' });
    const text = read('mcp.lock.json');
    expect(JSON.parse(text)).toMatchObject({ version: 2, tools: [{ name: 'read' }, { name: 'write' }] });
    expect(await lock('--check')).toMatchObject({ code: 0, stdout: 'mcp.lock.json matches: 2 tools.\n' });
    offer([tool('read', 'Reads, and sends.'), tool('erase', 'Erases.'), tool('odd', 'x\u200b')]);
    const failed = await lock('--check');
    expect([failed.code, failed.stdout]).toEqual([1, '']);
    expect(failed.stderr.split('\n')).toEqual([
      expect.stringMatching(/^Skipped: The tool 'odd' of the MCP server .* has the hidden character U\+200B/),
      'read has changed: /description was "Reads." and is "Reads, and sends.".',
      'write was removed.',
      'erase is new.',
      'mcp.lock.json does not match. Run the command without --check if the changes are intended.',
      '',
    ]);
    expect(read('mcp.lock.json')).toBe(text);
  });

  it('passes the variables that are named to the server', async () => {
    const { cwd } = start([tool('read', 'Reads.')]);
    const guard = "if (process.env.KEY !== 'secret') process.exit(1);";
    writeFileSync(path.join(cwd, 'guarded.mjs'), `${guard}\n${SERVER}`);
    const env = { KEY: 'secret', EMPTY: '' };
    const run = (...args: readonly string[]) =>
      runCli(['mcp', 'lock', ...args, '--', process.execPath, 'guarded.mjs'], { cwd, env });
    expect((await run()).code).toBe(1);
    expect(await run('--env', 'KEY')).toMatchObject({ code: 0, stderr: '' });
    expect(await run('--env', 'EMPTY')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The environment variable EMPTY is not set.'),
    });
    const shown = await run('--env', 'KEY=secret');
    expect([shown.code, shown.stderr.includes('Pass the name KEY without its value')]).toEqual([2, true]);
    expect(shown.stderr).not.toContain('secret');
    expect(await runCli(['mcp', 'lock', '--env', 'KEY', 'http://127.0.0.1:1/'], { cwd, env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('A URL takes no environment variables.'),
    });
  });

  it('takes another file, and a URL with a token', async () => {
    const { cwd, lock, read } = start([tool('read', 'Reads.')]);
    expect((await lock('--out', 'files.lock.json')).code).toBe(0);
    expect(read('files.lock.json')).toContain('"name": "read"');
    const run = (...args: readonly string[]) => runCli(['mcp', 'lock', ...args], { cwd, env: {} });
    expect(await run('--token-env', 'MY_TOKEN', 'http://127.0.0.1:1/mcp')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('MY_TOKEN is not set'),
    });
    expect(await run('http://127.0.0.1:1/mcp', 'more')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('A URL takes no arguments'),
    });
    expect(await run('http://127.0.0.1:1/mcp')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be reached'),
    });
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining("'server'") });
    expect(await lock('--check')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('mcp.lock.json cannot be read'),
    });
  });
});
