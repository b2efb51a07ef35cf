import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workspaceSources } from '../../../../scripts/workspace-sources.mjs';
import { buildPage } from '../build.mjs';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = join(PACKAGE, '..');

/** A project in which `toolwright dev` can be run: the command and the store are those of the sources. */
export interface DevProject {
  readonly folder: string;
  write(file: string, text: string): void;
  read(file: string): string;
  /** Runs a module of the project to its end; it may import `@toolwright/store`. */
  run(text: string): Promise<void>;
  /** Runs `toolwright dev`. @returns its address */
  start(...args: string[]): Promise<string>;
  /** Ends what runs. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a project with files. */
export async function createDevProject(files: Readonly<Record<string, string>>): Promise<DevProject> {
  mkdirSync(join(PACKAGE, 'dist'), { recursive: true });
  const parent = mkdtempSync(join(PACKAGE, 'dist/test-dev-'));
  const folder = join(parent, 'shop');
  const command = join(parent, 'toolwright');
  for (const one of [folder, command]) {
    mkdirSync(join(one, 'node_modules'), { recursive: true });
    symlinkSync(join(PACKAGES, 'store/node_modules/@libsql'), join(one, 'node_modules/@libsql'));
  }
  for (const name of ['bin', 'package.json']) {
    cpSync(join(PACKAGES, 'toolwright', name), join(command, name), { recursive: true });
  }
  const [page] = await Promise.all([
    buildPage(),
    bundle({
      entryPoints: [join(PACKAGES, 'toolwright/src/cli/process/run-process.ts')],
      outfile: join(command, 'dist/cli/process/run-process.js'),
    }),
  ]);
  cpSync(page, join(command, 'dist/page'), { recursive: true });
  const write: DevProject['write'] = (file, text) => writeFileSync(join(folder, file), text);
  write('package.json', '{ "type": "module" }');
  for (const [file, text] of Object.entries(files)) write(file, text);
  const running: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of running.splice(0)) {
      if (child.exitCode !== null) continue;
      child.kill('SIGTERM');
      await new Promise((resolve) => child.on('exit', resolve));
    }
  };
  return {
    folder,
    write,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    stop,
    async run(text) {
      const outfile = join(parent, 'script.mjs');
      await bundle({ stdin: { contents: text, resolveDir: folder }, outfile });
      const script = join(folder, 'node_modules/script.mjs');
      cpSync(outfile, script);
      const child = spawn(process.execPath, [script], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const code = await new Promise((resolve) => child.on('exit', resolve));
      if (code !== 0) throw new Error(`exit code ${String(code)}`);
    },
    start(...args) {
      const child = spawn(process.execPath, [join(command, 'bin/toolwright.js'), 'dev', ...args], {
        cwd: folder,
      });
      running.push(child);
      return new Promise((resolve, reject) => {
        let output = '';
        child.stdout.on('data', (data) => {
          output += data;
          const address = /^Studio: (\S+)\n/.exec(output)?.[1];
          if (address !== undefined) resolve(address);
        });
        child.stderr.on('data', (data) => (output += data));
        child.on('exit', (code) => reject(new Error(`exit code ${code}: ${output}`)));
      });
    },
    async remove() {
      await stop();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

async function bundle(input: Parameters<typeof build>[0]): Promise<void> {
  await build({
    ...input,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    external: ['undici', 'gpt-tokenizer', '@libsql/client'],
    plugins: [workspaceSources({ external: ['codegen', 'mcp'] })],
  });
}
