import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as esbuild } from 'esbuild';
import { createServer, build as vite } from 'vite';
import { codegen } from './codegen-plugin.js';
import globalSetup from './jest.js';

const base = fileURLToPath(new URL('../../../tools-codegen/fixtures/tools/tsconfig.json', import.meta.url));
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A project with one tool, whose program prints the names of the tools in the manifest. */
function createProject(parameter = 'amount: number') {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'toolwright-unplugin-')));
  folders.push(folder);
  mkdirSync(path.join(folder, 'src'));
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  const writeTool = (signature: string) =>
    write(
      'src/tax.ts',
      `/**\n * Tax.\n * @tool\n */\nexport function tax(${signature}): number { return 1; }\n`,
    );
  write('package.json', '{ "type": "module" }');
  write('tsconfig.json', JSON.stringify({ extends: base, include: ['src'] }));
  write(
    'src/main.ts',
    `import { manifest } from './toolwright.gen.js';\nexport const tools = manifest.tools;\n`,
  );
  writeTool(parameter);
  const generated = () => readFileSync(path.join(folder, 'src/toolwright.gen.ts'), 'utf8');
  return { folder, writeTool, generated, main: path.join(folder, 'src/main.ts') };
}

it('runs before a build with esbuild', async () => {
  const { folder, main, generated } = createProject();
  const { outputFiles } = await esbuild({
    entryPoints: [main],
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [codegen.esbuild({ cwd: folder })],
  });
  expect(generated()).toContain("name: 'tax'");
  expect(outputFiles[0]?.text).toContain('"tax"');
}, 30_000);

it('runs before a build with Vite', async () => {
  const { folder, main, generated } = createProject();
  await vite({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { lib: { entry: main, formats: ['es'] }, write: false },
    plugins: [codegen.vite({ cwd: folder })],
  });
  expect(generated()).toContain("name: 'tax'");
}, 30_000);

it('follows edits while a server of Vite runs', async () => {
  const { folder, writeTool, generated } = createProject();
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: { usePolling: true, interval: 20 } },
    optimizeDeps: { noDiscovery: true },
    plugins: [codegen.vite({ cwd: folder })],
  });
  try {
    await server.transformRequest('/src/main.ts');
    expect(generated()).not.toContain("'rate'");
    writeTool('amount: number, rate = 0.1');
    while (!generated().includes("'rate'")) await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    await server.close();
  }
}, 30_000);

it('fails the build after an error, and writes nothing', async () => {
  const { folder, main, generated } = createProject('callback: () => void');
  const build = esbuild({
    entryPoints: [main],
    bundle: true,
    write: false,
    logLevel: 'silent',
    plugins: [codegen.esbuild({ cwd: folder })],
  });
  await expect(build).rejects.toThrow('Codegen found errors');
  expect(generated).toThrow('ENOENT');
}, 30_000);

it('runs before the tests of Jest', async () => {
  const { folder, generated } = createProject();
  const before = process.cwd();
  process.chdir(folder);
  try {
    await globalSetup();
  } finally {
    process.chdir(before);
  }
  expect(generated()).toContain("name: 'tax'");
}, 30_000);
