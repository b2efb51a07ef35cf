import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const example = fileURLToPath(new URL('..', import.meta.url));
const vite = join(example, 'node_modules/vite/bin/vite.js');
const PATIENCE_MS = 200_000;
let folder = '';
let server: ChildProcess | undefined;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-vite-')));
  for (const part of ['package.json', 'vite.config.ts', 'src']) {
    cpSync(join(example, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(example, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const base = join(example, '../../tsconfig.base.json');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: base, include: ['src'] }));
  rmSync(join(folder, 'src/toolwright.gen.ts'));
});

afterEach(async () => {
  const ended = new Promise((resolve) => server?.once('exit', resolve) ?? resolve(undefined));
  server?.kill();
  await ended;
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server, and resolves to its address. */
async function start(...args: string[]): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_ENV: '', NO_COLOR: '1', PORT: '0' };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  server = child;
  let said = '';
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error(`The server did not start. ${said}`));
    const timer = setTimeout(fail, PATIENCE_MS);
    child.once('exit', fail);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk;
        const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0];
        if (address === undefined) return;
        clearTimeout(timer);
        resolve(address);
      });
    }
  });
}

interface Tool {
  readonly name: string;
  readonly parameters: { readonly properties: object };
}

/** The current parameters of a tool on the server. */
async function parametersOf(address: string, name: string): Promise<string[]> {
  const reply = await fetch(`${address}tools`);
  const tools: readonly Tool[] = JSON.parse(await reply.text());
  return Object.keys(tools.find((tool) => tool.name === name)?.parameters.properties ?? {});
}

async function call(address: string, name: string, args: object): Promise<object> {
  const reply = await fetch(`${address}call/${name}`, { method: 'POST', body: JSON.stringify(args) });
  return JSON.parse(await reply.text());
}

/** Writes the file atomically, as editors do. Vite's watcher joins edits within 50 ms. */
async function edit(...changes: readonly (readonly [from: string | RegExp, to: string])[]): Promise<void> {
  await sleep(100);
  const file = join(folder, 'src/converter.ts');
  const before = readFileSync(file, 'utf8');
  const after = changes.reduce((text, [from, to]) => text.replaceAll(from, to), before);
  expect(after).not.toBe(before);
  writeFileSync(join(folder, 'edited.tmp'), after);
  renameSync(join(folder, 'edited.tmp'), file);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) if (Date.now() > end) throw new Error('It did not happen.');
}

it('serves new schemas after an edit, without a restart, and never new code with old schemas', async () => {
  const address = await start(vite, '--host', '127.0.0.1', '--port', '15173');
  const html = await (await fetch(address)).text();
  expect(html).toContain('<input name="speed" value="80">');
  expect(html).toContain('/@vite/client');
  expect(await call(address, 'travelTime', { kilometres: 100 })).toEqual({
    result: '1 h 15 min',
    error: null,
  });

  await edit([/\bspeed\b/g, 'pace'], ['} h ${', '} hours ${']);
  await until(async () =>
    JSON.stringify(await call(address, 'travelTime', { kilometres: 100 })).includes('hours'),
  );
  // If the code is new, the manifest is too.
  expect(await parametersOf(address, 'travelTime')).toEqual(['kilometres', 'pace']);
  expect(await call(address, 'travelTime', { kilometres: 100, pace: '50' })).toEqual({
    result: '2 hours 0 min',
    error: null,
  });

  // A parameter that cannot be part of a tool shows an error until it is fixed.
  await edit(['pace = 80', 'pace: symbol']);
  await until(async () => /TW\d{4}/.test(await (await fetch(address)).text()));
  await edit(['pace: symbol', 'pace = 90']);
  await until(async () => (await (await fetch(address)).text()).includes('<input name="pace" value="90">'));
});

it('is built into one file that serves the same tools', async () => {
  await edit([/\bspeed\b/g, 'pace']);
  const built = spawnSync(process.execPath, [vite, 'build'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 240_000,
  });
  expect(built).toMatchObject({ status: 0 });
  rmSync(join(folder, 'node_modules'));
  const address = await start('dist/main.js');
  expect(await parametersOf(address, 'travelTime')).toEqual(['kilometres', 'pace']);
  expect(await call(address, 'length', { amount: '26.2' })).toEqual({ result: 42.1648128, error: null });
  expect(await call(address, 'length', { amount: 1, to: 'inch' })).toMatchObject({
    error: expect.stringContaining('to must be one of "m"'),
  });
  expect((await fetch(`${address}nothing`)).status).toBe(404);
});
