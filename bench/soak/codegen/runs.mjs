import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createGenerator, generate, writeModules } from '@toolwright/codegen';
import { OUT } from './project.mjs';

const CLI = fileURLToPath(new URL('../../../packages/toolwright/bin/toolwright.js', import.meta.url));

/**
 * The outcome of a run; equal for equivalent runs in any folder.
 * @typedef {{ ok: boolean, diagnostics: string, output: string } | { error: string }} Outcome
 */

/** A run without a cache, in another folder. All other runs are compared with it. */
export async function runFresh(dir) {
  return outcomeOf(dir, () => generate({ cwd: dir, cache: false }));
}

/** A run with the cache, which writes the manifest. */
export async function runCached(dir, start = () => generate({ cwd: dir })) {
  return outcomeOf(dir, async () => {
    const run = await start();
    if (run.ok) await writeModules(run);
    return run;
  });
}

/** Waits for a run and describes its outcome without the name of its folder. */
export async function outcomeOf(dir, start) {
  try {
    const run = await start();
    const { ok, diagnostics, output } = await run.result();
    return { ok, diagnostics: JSON.stringify(diagnostics), output: ok ? output : '' };
  } catch (error) {
    return { error: `${error.code}: ${error.message}`.replaceAll(dir, '') };
  }
}

/** Like a bundler: consecutive runs share what they parsed. */
export function createGeneratorRuns() {
  let [dir, next] = ['', undefined];
  return (project) => {
    if (project.dir !== dir) [dir, next] = [project.dir, createGenerator({ cwd: project.dir })];
    return runCached(dir, next);
  };
}

/** A run with a clock that is ahead or behind. Time stamps of new files count only if the clock is ahead. */
export async function runByClock(dir, seconds) {
  const { now } = Date;
  Date.now = () => now() + seconds * 1_000;
  try {
    return await runCached(dir);
  } finally {
    Date.now = now;
  }
}

const HOOKED = ['openSync', 'statSync', 'readdirSync'];

/** A run during which something happens: before the given call of the file system. */
export async function runAround(dir, call, happen) {
  const originals = HOOKED.map((name) => [name, fs[name]]);
  let calls = 0;
  for (const [name, original] of originals) {
    fs[name] = (...args) => {
      calls += 1;
      if (calls === call) {
        restore();
        happen();
      }
      return original(...args);
    };
  }
  const restore = () => {
    for (const [name, original] of originals) fs[name] = original;
    syncBuiltinESMExports();
  };
  syncBuiltinESMExports();
  try {
    return await runCached(dir);
  } finally {
    restore();
  }
}

/**
 * A run of the command line.
 * @param {number} [killAfterMs]
 * @returns {Promise<{ code: number | null, errors: string }>}
 */
export function runProcess(dir, killAfterMs) {
  const child = spawn(process.execPath, [CLI, 'codegen'], { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (data) => (errors += data));
  const timer = killAfterMs !== undefined && setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, errors });
    });
  });
}

/** What is wrong after runs of the command line, if anything. */
export function processProblem(project, results, fresh) {
  const code = fresh.ok === true ? 0 : 1;
  const failed = results.find((result) => result.code !== code);
  if (failed !== undefined) return `a process ended with ${failed.code}, not ${code}: ${failed.errors}`;
  return fresh.ok === true && project.read(OUT) !== fresh.output
    ? 'a process left another manifest'
    : undefined;
}
