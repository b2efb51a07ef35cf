import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Bundler, Outcome } from './bundler.test.support.js';
import type { TestProject } from './test-project.test.support.js';

/** Bundlers written in Rust refuse the objects of Jest's contexts, so they run in their own process, with the built package. */
export function outside(name: 'rolldown' | 'vite8'): Bundler {
  return {
    // The process builds while the test runs the previous bundle.
    quietMs: 1_500,
    build: async (project) => {
      const child = start(name, 'build', project);
      let said: Outcome = {};
      listen(child, (outcome) => {
        said = outcome;
      });
      await once(child, 'close');
      if (said.error !== undefined) throw new Error(said.error);
      if (child.exitCode !== 0) throw new Error(`${name} ended with ${child.exitCode}.`);
    },
    watch: async (project, onBuild) => {
      const child = start(name, 'watch', project);
      listen(child, onBuild);
      return async () => {
        child.kill();
        if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
      };
    },
  };
}

const here = fileURLToPath(new URL('../..', import.meta.url));

function start(name: string, mode: string, { folder, main, bundle }: TestProject): ChildProcess {
  const script = [SCRIPT, name, mode, folder, main, bundle];
  return spawn(process.execPath, ['--input-type=module', '--eval', ...script], {
    cwd: here,
    env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 240_000,
  });
}

function listen({ stdout }: ChildProcess, onBuild: (outcome: Outcome) => void): void {
  if (stdout === null) throw new Error('The bundler has no output.');
  createInterface({ input: stdout }).on('line', (line) => {
    if (line.startsWith('{')) onBuild(JSON.parse(line));
  });
}

/** Builds once, or until it is killed. Prints the outcome of each build as a line of JSON. */
const SCRIPT = `
  const [name, mode, folder, main, file] = process.argv.slice(1);
  const { codegen } = await import('@toolwright/unplugin');
  const say = (outcome) => process.stdout.write(JSON.stringify(outcome) + '\\n');
  const follow = (watcher) => watcher.on('event', async (event) => {
    if (event.code === 'BUNDLE_END') say({});
    if (event.code === 'ERROR') say({ error: event.error.message });
    await event.result?.close();
  });
  const rolldown = {
    input: main,
    cwd: folder,
    logLevel: 'silent',
    output: { file, format: 'es', sourcemap: true },
    plugins: [codegen.rolldown({ cwd: folder })],
    watch: { buildDelay: 20 },
  };
  const vite = {
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: main,
      sourcemap: true,
      // The test runs a bundle while the next build may have begun.
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'main.js' } },
      watch: mode === 'watch' ? {} : null,
    },
    plugins: [codegen.vite({ cwd: folder })],
  };
  const run = {
    rolldown: async () => {
      const { build, watch } = await import('rolldown');
      if (mode === 'watch') follow(watch(rolldown));
      else await build(rolldown);
    },
    vite8: async () => {
      const { build } = await import('vite8');
      const result = await build(vite);
      if (mode === 'watch') follow(result);
    },
  };
  try {
    await run[name]();
  } catch (error) {
    say({ error: error.message });
  }
`;
