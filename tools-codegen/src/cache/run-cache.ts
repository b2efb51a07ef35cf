import type { Facts } from '../disk/facts.js';
import type { CachePlace } from './cache-place.js';
import {
  listFiles,
  readChecked,
  readCheckedObjects,
  removeQuietly,
  writeChecked,
  writeCheckedObjects,
} from './checked-file.js';
import type { KeptBody, KeptRun } from './kept-run.js';

/** The latest run of some options, on disk. Whatever is wrong with a file there, it is as if there were none. */
export interface RunCache {
  find(): KeptRun | undefined;
  findBody(run: KeptRun): KeptBody | undefined;
  keep(run: Omit<KeptRun, 'body'>, body: KeptBody): void;
  /** Keeps a run that still holds, with newer stamps. */
  renew(run: KeptRun): void;
}

type Shape<T> = Readonly<Record<keyof T, true>>;

const RUN: Shape<KeptRun> = {
  code: true,
  facts: true,
  projectDir: true,
  tools: true,
  schemas: true,
  diagnostics: true,
  modules: true,
  body: true,
};
const CODE: Shape<KeptRun['code']> = { folder: true, facts: true };
const FACTS: Shape<Facts> = {
  files: true,
  listings: true,
  present: true,
  missing: true,
  folders: true,
  links: true,
};
const BODY: Shape<KeptBody> = { project: true, roots: true, files: true, separable: true };

/** Another version of codegen may have kept other things; that its checksum is right says only that nobody changed them. */
function hasShape<T extends object>(value: unknown, shape: Shape<T>): value is T {
  return typeof value === 'object' && value !== null && Object.keys(shape).every((key) => key in value);
}

export function createRunCache(place: CachePlace): RunCache {
  const { folder, name } = place;
  const head = `${folder}/${name}.json`;
  return {
    find: () => {
      const run = readChecked(head);
      return hasShape<KeptRun>(run, RUN) && hasShape(run.code, CODE) && hasShape(run.facts, FACTS)
        ? run
        : undefined;
    },
    findBody: (run) => {
      const body = readCheckedObjects(`${folder}/${run.body}`);
      return hasShape<KeptBody>(body, BODY) ? body : undefined;
    },
    keep: (run, body) => {
      // A name of its own: another process may be reading the old one, to which its head belongs.
      const file = `${name}.${Date.now().toString(36)}-${process.pid.toString(36)}.bin`;
      if (!writeCheckedObjects(`${folder}/${file}`, body)) return;
      writeChecked(head, { ...run, body: file } satisfies KeptRun);
      removeBodies(place, file);
    },
    renew: (run) => {
      writeChecked(head, run);
    },
  };
}

/** Those of earlier runs, and what a process that was ended while it wrote left behind. */
function removeBodies({ folder, name }: CachePlace, except: string): void {
  for (const file of listFiles(folder)) {
    const isOurs = file.startsWith(`${name}.`) && file !== `${name}.json` && file !== except;
    if (isOurs) removeQuietly(`${folder}/${file}`);
  }
}
