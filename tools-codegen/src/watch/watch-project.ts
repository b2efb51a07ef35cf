import path from 'node:path';
import { findCachePlace } from '../cache/cache-place.js';
import { ownCode } from '../cache/own-code.js';
import { createRunCache } from '../cache/run-cache.js';
import type { Facts } from '../disk/facts.js';
import type { GenerateOptions } from '../generate-options.js';
import { keepRun } from '../incremental/run-with-cache.js';
import { findLayout } from '../layout.js';
import { createAlarm } from './alarm.js';
import { createFolderWatcher } from './folder-watcher.js';
import { createLook } from './look.js';
import { createSession, type Session } from './session.js';
import type { WatchOptions } from './watch-options.js';

/** Editors write in several steps: those within a moment are one change; later ones show while codegen runs, and it runs again. */
const QUIET_MS = 2;
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
  const look = createLook(session, alarm.rang, onRun);
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

/** Where changes can matter; dependencies are looked at from time to time only. */
function foldersOf(facts: Facts | undefined, options: GenerateOptions): Set<string> {
  const { config, manifests } = findLayout(options);
  const files = [config, ...manifests, ...Object.keys(facts?.files ?? {})];
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
