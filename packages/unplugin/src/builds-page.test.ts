/** The configurations of docs/builds.md, each run by its bundler on a program with decorators. */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(path.join(here, '../../docs/builds.md'), 'utf8');
const installed = (name: string) => path.join(here, 'node_modules', name);
const PACKAGES: Readonly<Record<string, string>> = {
  '@toolwright/unplugin': here,
  toolwright: path.join(here, '../toolwright'),
  '@rspack/core': installed('@rspack/core'),
  esbuild: installed('esbuild'),
  'esbuild-loader': installed('esbuild-loader'),
  'rollup-plugin-esbuild': installed('rollup-plugin-esbuild'),
  rolldown: installed('rolldown'),
  vite: installed('vite8'),
  webpack: installed('webpack'),
};
const PROGRAM = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': '{ "compilerOptions": { "target": "es2023", "module": "nodenext" }, "include": ["src"] }',
  'src/weather.ts': `
    import { tool } from 'toolwright';
    export class Weather {
      /** Weather forecast for a city. */
      @tool
      forecast(city: string, days: 1 | 3 | 7 = 3): string { return \`\${city}, \${days} days: sun\`; }
    }`,
  'src/main.ts': `
    import { ToolRegistry } from 'toolwright';
    import { manifest } from './toolwright.gen.js';
    import { Weather } from './weather.js';
    const registry = new ToolRegistry(manifest).registerFrom(new Weather());
    registry.execute('forecast', { city: 'Oslo' }).then((outcome) => console.log(JSON.stringify(outcome)));`,
};
/** As the command lines of webpack and Rspack do. */
const runCompiler = (name: string, member: string, config: string) => [
  '--input-type=module',
  '--eval',
  `import bundler from '${name}';
   import config from './${config}';
   bundler${member}({ ...config, context: process.cwd() }).run((error, stats) => {
     if (error || stats.hasErrors() || stats.hasWarnings()) throw error ?? new Error(stats.toString());
   });`,
];
/** The packages are linked here; those that npm installs are left in `node_modules` by default. */
const VITE = [
  '--input-type=module',
  '--eval',
  `import { build } from 'vite';
   import config from './vite.config.js';
   await build({ ...config, configFile: false, logLevel: 'warn', ssr: { external: true } });`,
];
const COMMANDS = {
  'build.js': ['build.js'],
  'rolldown.config.js': [installed('rolldown/bin/cli.mjs'), '--config'],
  'rollup.config.js': [installed('rollup/dist/bin/rollup'), '--config', '--silent'],
  'rspack.config.js': runCompiler('@rspack/core', '.rspack', 'rspack.config.js'),
  'vite.config.js': VITE,
  'webpack.config.js': runCompiler('webpack', '', 'webpack.config.js'),
};

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'toolwright-builds-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

beforeAll(() => {
  for (const [name, text] of Object.entries(PROGRAM)) write(name, text);
  for (const [name, target] of Object.entries(PACKAGES)) {
    mkdirSync(path.dirname(path.join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(target, path.join(folder, 'node_modules', name), 'junction');
  }
});

it('has a configuration for each bundler', () => {
  const files = [...page.matchAll(/^```js\n\/\/ (\S+\.js)/gm)].map(([, file]) => file?.replace(/,$/, ''));
  expect(files.filter((file) => !file?.startsWith('jest.config')).sort()).toEqual(Object.keys(COMMANDS));
});

it.each(Object.entries(COMMANDS))(
  'bundles a program by %s',
  (file, command) => {
    rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
    rmSync(path.join(folder, 'src/toolwright.gen.ts'), { force: true });
    const block = new RegExp(`^\`\`\`js\\n// ${file.replace('.', '\\.')}.*\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(
      page,
    );
    write(file, block?.[1] ?? '');
    expect(run(command)).toMatchObject({ status: 0 });
    expect(run(['dist/main.js'])).toEqual({
      status: 0,
      stdout: '{"result":"Oslo, 3 days: sun","error":null}\n',
      stderr: '',
    });
  },
  60_000,
);

function run(args: readonly string[]) {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_ENV: '', NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 50_000,
  });
  return { status, stdout, stderr };
}
