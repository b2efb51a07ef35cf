import { setTimeout as sleep } from 'node:timers/promises';
import { watch } from '@toolwright/codegen';
import { OUT } from './project.mjs';

/** Dependencies are checked every two seconds. */
const PATIENCE_MS = 15_000;

/** Watches a project; `settle` waits until its result equals that of a fresh run. */
export function startWatch(project) {
  const controller = new AbortController();
  let latest;
  const onRun = (run) => {
    latest = run;
  };
  const done = watch({ cwd: project.dir }, { signal: controller.signal, onRun });
  const holds = (fresh) => {
    if (latest === undefined) return false;
    if (fresh.error !== undefined) return latest.kind === 'failed';
    if (latest.kind === 'failed' || JSON.stringify(latest.run.diagnostics) !== fresh.diagnostics)
      return false;
    return !fresh.ok || project.read(OUT) === fresh.output;
  };
  return {
    async settle(fresh) {
      const end = performance.now() + PATIENCE_MS;
      while (!holds(fresh)) {
        if (performance.now() > end) return `watch shows ${latest?.kind} after ${PATIENCE_MS} ms`;
        await sleep(10);
      }
      return undefined;
    },
    async stop() {
      controller.abort();
      await done;
    },
  };
}
