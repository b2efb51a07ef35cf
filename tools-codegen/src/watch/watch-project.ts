import path from 'node:path';
import { loadEffects, wantsProvedHints } from '@toolwright/effects';
import { type CodeState, type Facts, findLayout } from '@toolwright/program';
import type { SharedBodies } from '../effects/generate-with-effects.js';
import { effectsOptions } from '../effects/proof.js';
import type { GenerateOptions } from '../generate-options.js';
import { keepRun } from '../incremental/read-and-keep.js';
import { findRunMemory } from '../memory/run-memory.js';
import { ownCode } from '../own-code.js';
import { createAlarm } from './alarm.js';
import { createFolderWatcher } from './folder-watcher.js';
import { createLook } from './look.js';
import { createSession, type Prove, type Session } from './session.js';
import type { WatchOptions } from './watch-options.js';

/** Editors save in several steps. Steps within this time count as one change; later steps trigger another run. */
const QUIET_MS = 2;
const PATIENCE_MS = 100;
/**
 * Interval of the periodic check. Network drives report no changes, and locations in `node_modules` where a file could appear are not
 * watched.
 */
const LOOK_EVERY_MS = 2000;

/**
 * Implements `watch`. A notification only triggers a check. Whether a run is needed depends on what the last run read, so no change is
 * lost.
 */
export async function watchProject(options: GenerateOptions, { signal, onRun }: WatchOptions): Promise<void> {
  const code = { folder: ownCode.folder, facts: ownCode.find() };
  const alarm = createAlarm(QUIET_MS, PATIENCE_MS);
  const watcher = createFolderWatcher(alarm.ring);
  const timer = setInterval(alarm.ring, LOOK_EVERY_MS);
  signal.addEventListener('abort', alarm.ring);
  const session = createSession(options, await createProver(options));
  const look = createLook(session, alarm.rang, onRun);
  try {
    while (!signal.aborted) {
      await look();
      // Checks again if new folders are watched, to find changes from before.
      if (!watcher.watch(foldersOf(session.facts(), options))) await alarm.next();
    }
  } finally {
    signal.removeEventListener('abort', alarm.ring);
    clearInterval(timer);
    watcher.close();
  }
  keepLast(session, code);
}

/** Each run reads the setting and, if it asks for proved hints, the effects of the current sources. */
export async function createProver(options: GenerateOptions): Promise<Prove> {
  const findEffects = await loadEffects();
  const parsed: SharedBodies = { parsedLib: new Map(), parsed: new Map() };
  return () => (wantsProvedHints(options) ? findEffects(effectsOptions(options), { parsed }) : undefined);
}

/** Finds the folders to watch. Dependencies are only checked periodically. */
function foldersOf(facts: Facts | undefined, options: GenerateOptions): Set<string> {
  const { config, manifests } = findLayout(options);
  const files = [config, ...manifests, ...Object.keys(facts?.files ?? {})];
  const folders = [...files.map((file) => path.posix.dirname(file)), ...Object.keys(facts?.listings ?? {})];
  return new Set(folders.filter((folder) => !folder.includes('/node_modules')).sort());
}

/** Stores the last run, so that the next run in any process can reuse it. */
function keepLast(session: Session, code: CodeState): void {
  const good = session.good();
  const memory = good && findRunMemory(good.options, ownCode);
  if (memory !== undefined && good !== undefined) keepRun(memory, code, good.state, good.run);
}
