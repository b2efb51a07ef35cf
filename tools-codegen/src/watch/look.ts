import type { CodegenRun } from '../codegen-run.js';
import { writeManifest } from '../manifest/write-manifest.js';
import { writeModules } from '../manifest/write-modules.js';
import type { Alarm } from './alarm.js';
import type { Session } from './session.js';
import type { WatchOptions } from './watch-options.js';

type Found = { readonly run: CodegenRun } | { readonly error: unknown };

/**
 * Checks the project, runs codegen if something changed, and updates the modules. If more changes arrive meanwhile, a result is held back
 * once, because a file may be only half written.
 * @param rang Whether something changed since the check began.
 */
export function createLook(
  session: Session,
  rang: Alarm['rang'],
  onRun: WatchOptions['onRun'],
): () => Promise<void> {
  let latest: CodegenRun | undefined;
  let failure: string | undefined;
  let held: Found | undefined;
  const find = (): Found | undefined => {
    try {
      const run = session.update();
      return run && { run };
    } catch (error) {
      return { error };
    }
  };
  const lookOnce = async (): Promise<void> => {
    const begun = performance.now();
    const before = held;
    const found = find() ?? before;
    held = before === undefined && found !== undefined && (await rang()) ? found : undefined;
    if (held !== undefined) return;
    const run = found && 'run' in found ? found.run : undefined;
    if (found !== undefined) latest = run;
    if (found !== undefined && 'error' in found) throw found.error;
    if (latest === undefined || (run === undefined && !latest.ok)) return;
    // A new run already has its text, so comparing hashes first would not save anything.
    const state = run?.ok ? writeManifest(await run.result()) : latest.ok && (await writeModules(latest));
    const written = state === 'written';
    if (run === undefined && !written) return;
    failure = undefined;
    await onRun({ kind: 'done', run: latest, written, ms: performance.now() - begun });
  };
  return async () => {
    try {
      await lookOnce();
    } catch (error) {
      const message = String(error);
      // Does not report the same failure twice.
      if (message !== failure) await onRun({ kind: 'failed', error });
      failure = message;
    }
  };
}
