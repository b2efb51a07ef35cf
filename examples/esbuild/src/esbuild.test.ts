import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const example = fileURLToPath(new URL('..', import.meta.url));
const PATIENCE_MS = 200_000;
let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-esbuild-')));
  for (const part of ['package.json', 'build.js', 'src'])
    cpSync(join(example, part), join(folder, part), { recursive: true });
  symlinkSync(join(example, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const base = join(example, '../../tsconfig.base.json');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: base, include: ['src'] }));
  rmSync(join(folder, 'src/toolwright.gen.ts'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the bundle in a folder where it can find no packages. */
function play(...args: string[]): { status: number | null; output: string } {
  const alone = mkdtempSync(join(tmpdir(), 'toolwright-alone-'));
  try {
    cpSync(join(folder, 'dist/main.js'), join(alone, 'main.mjs'));
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(alone, 'main.mjs'), ...args], {
      encoding: 'utf8',
      timeout: 240_000,
    });
    return { status, output: stdout + stderr };
  } finally {
    rmSync(alone, { recursive: true });
  }
}

function edit(from: string, to: string): void {
  const file = join(folder, 'src/text-tools.ts');
  const before = readFileSync(file, 'utf8');
  expect(before).toContain(from);
  writeFileSync(file, before.replaceAll(from, to));
}

it('bundles the program into one file whose commands are the tools of the source', () => {
  const built = spawnSync(process.execPath, ['build.js'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 240_000,
  });
  expect(built).toMatchObject({ status: 0, stderr: expect.not.stringContaining('WARNING') });
  expect(play().output).toContain(
    'limit: {"type":"number","description":"At most that many characters","default":60}',
  );
  expect(play('slug', '{"text":"Über uns!"}')).toEqual({ status: 0, output: 'uber-uns\n' });
  expect(play('slug', '{"limit":"many"}')).toMatchObject({
    status: 1,
    output: expect.stringContaining('text is required'),
  });
});

it('rebuilds after an edit, and reports a parameter that cannot be part of a tool', async () => {
  const watching = spawn(process.execPath, ['build.js', '--watch'], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const said = collect(watching);
  try {
    await until(() => existsSync(join(folder, 'dist/main.js')), said);
    edit('limit', 'length');
    await until(() => play().output.includes('length: {"type":"number"'), said);
    edit('length = 60', 'length: symbol');
    await until(() => /TW\d{4}/.test(said()), said);
  } finally {
    const ended = new Promise((resolve) => watching.once('exit', resolve));
    watching.kill();
    await ended;
  }
});

function collect(child: ChildProcess): () => string {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  return () => output;
}

async function until(holds: () => boolean, said: () => string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`It did not happen. ${said()}`);
    await sleep(100);
  }
}
