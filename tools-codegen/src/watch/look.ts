import type { CodegenRun } from '../codegen-run.js';
import { writeManifest } from '../manifest/write-manifest.js';
import { writeModules } from '../manifest/write-modules.js';
import type { Alarm } from './alarm.js';
import type { Session } from './session.js';
import type { WatchOptions } from './watch-options.js';

/** What an update of a session came to. */
type Found = { readonly run: CodegenRun } | { readonly error: unknown };

/**
 * Looks at the project, runs codegen where something changed, and makes the modules what they are to be. What was found while more
 * changed is held back once: it may be of a file that was half written.
 * @param rang Whether something changed since the look began.
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
    // The text of a new run is at hand: comparing hashes first would gain nothing.
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
      // A look that finds the same trouble again is nothing new.
      if (message !== failure) await onRun({ kind: 'failed', error });
      failure = message;
    }
  };
}
