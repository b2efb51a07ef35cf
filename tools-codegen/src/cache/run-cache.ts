import {
  type CachePlace,
  createRunNote,
  type Facts,
  hasShape,
  listFiles,
  type RunNote,
  readChecked,
  readCheckedObjects,
  removeQuietly,
  type Shape,
  writeChecked,
  writeCheckedObjects,
} from '@toolwright/program';
import type { KeptBody, KeptRun } from './kept-run.js';

/** The latest run with given options, stored on disk. A damaged file is treated as missing. */
export interface RunCache {
  find(): KeptRun | undefined;
  findBody(run: KeptRun): KeptBody | undefined;
  /** Undefined if the run could not be stored. */
  keep(run: Omit<KeptRun, 'body' | 'options'>, body: Omit<KeptBody, 'name'>): RunNote | undefined;
  noteOf(run: KeptRun): RunNote;
  /** Stores a run that is still valid with newer stamps. */
  renew(run: KeptRun): void;
}

const RUN: Shape<KeptRun> = {
  options: true,
  code: true,
  facts: true,
  projectDir: true,
  tools: true,
  resources: true,
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
const BODY: Shape<KeptBody> = { name: true, project: true, roots: true, files: true, separable: true };

export function createRunCache(place: CachePlace): RunCache {
  const { folder, name, key } = place;
  const head = `${folder}/${name}.json`;
  return {
    find: () => {
      const run = readChecked(head);
      return hasShape<KeptRun>(run, RUN) &&
        run.options === key &&
        hasShape(run.code, CODE) &&
        [run.facts, run.code.facts].every((facts) => hasShape(facts, FACTS))
        ? run
        : undefined;
    },
    findBody: (run) => {
      const body = readCheckedObjects(`${folder}/${run.body}`);
      return hasShape<KeptBody>(body, BODY) && body.name === run.body ? body : undefined;
    },
    keep: (run, body) => {
      // A unique name: another process may still be reading the old file, which belongs to its head, or be writing one of its own.
      const file = `${name}.${crypto.randomUUID()}.bin`;
      if (!writeCheckedObjects(`${folder}/${file}`, { ...body, name: file } satisfies KeptBody))
        return undefined;
      writeChecked(head, { ...run, options: key, body: file } satisfies KeptRun);
      removeBodies(place, file);
      return createRunNote(place, file);
    },
    noteOf: (run) => createRunNote(place, run.body),
    renew: (run) => {
      writeChecked(head, run);
    },
  };
}

/** Removes the files of earlier runs, and those left behind by a process that was killed while writing. */
function removeBodies({ folder, name }: CachePlace, except: string): void {
  for (const file of listFiles(folder)) {
    const isOurs = file.startsWith(`${name}.`) && file !== `${name}.json` && file !== except;
    if (isOurs) removeQuietly(`${folder}/${file}`);
  }
}
