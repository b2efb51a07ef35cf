import path from 'node:path';
import { findCachePlace } from '../cache/cache-place.js';
import { ownCode } from '../cache/own-code.js';
import { createRunCache } from '../cache/run-cache.js';
import type { CodegenRun } from '../codegen-run.js';
import type { Facts } from '../disk/facts.js';
import type { GenerateOptions } from '../generate-options.js';
import { keepRun } from '../incremental/run-with-cache.js';
import { findLayout } from '../layout.js';
import { writeManifest } from '../manifest/write-manifest.js';
import { writeModules } from '../manifest/write-modules.js';
import { createAlarm } from './alarm.js';
import { createFolderWatcher } from './folder-watcher.js';
import { createSession, type Session } from './session.js';
import type { WatchOptions } from './watch.js';

/** Editors write in several steps, which come within a millisecond or two. */
const QUIET_MS = 8;
const PATIENCE_MS = 100;
/** Network drives tell of no changes, and nobody watches where a file would have to appear in `node_modules`. */
const LOOK_EVERY_MS = 2000;

/**
 * As `watch`. What tells that something changed only makes it look: whether there is anything to do depends on what the last run read,
 * so no change is lost.
 */
export async function watchProject(options: GenerateOptions, { signal, onRun }: WatchOptions): Promise<void> {
  const code = ownCode.find();
  const alarm = createAlarm(QUIET_MS, PATIENCE_MS);
  const watcher = createFolderWatcher(alarm.ring);
  const timer = setInterval(alarm.ring, LOOK_EVERY_MS);
  signal.addEventListener('abort', alarm.ring);
  const session = createSession(options);
  const look = createLook(session, onRun);
  try {
    while (!signal.aborted) {
      await look();
      // What changed before there was a watch is found by looking once more.
      if (!watcher.watch(foldersOf(session.facts(), options))) await alarm.next();
    }
  } finally {
    signal.removeEventListener('abort', alarm.ring);
    clearInterval(timer);
    watcher.close();
  }
  keepLast(session, options, code);
}

/** Looks at the project, runs codegen where something changed, and makes the modules what they are to be. */
function createLook(session: Session, onRun: WatchOptions['onRun']): () => Promise<void> {
  let latest: CodegenRun | undefined;
  let failure: string | undefined;
  const update = (): CodegenRun | undefined => {
    try {
      return session.update();
    } catch (error) {
      latest = undefined;
      throw error;
    }
  };
  const lookOnce = async (): Promise<void> => {
    const begun = performance.now();
    const run = update();
    latest = run ?? latest;
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

/** Where changes can matter; dependencies are looked at from time to time only. */
function foldersOf(facts: Facts | undefined, options: GenerateOptions): Set<string> {
  const { config, manifest } = findLayout(options);
  const files = [config, manifest, ...Object.keys(facts?.files ?? {})];
  const folders = [...files.map((file) => path.posix.dirname(file)), ...Object.keys(facts?.listings ?? {})];
  return new Set(folders.filter((folder) => !folder.includes('/node_modules')).sort());
}

/** So that the next run, in whichever process, finds what this one knows. */
function keepLast(session: Session, options: GenerateOptions, facts: Facts): void {
  const place = options.cache === false ? undefined : findCachePlace(options);
  const good = session.good();
  if (place === undefined || good === undefined) return;
  keepRun(createRunCache(place), { folder: ownCode.folder, facts }, good.state, good.run);
}
