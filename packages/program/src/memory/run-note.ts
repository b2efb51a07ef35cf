import type { CachePlace } from './cache-place.js';
import { readChecked, writeChecked } from './checked-file.js';
import { hasShape, type Shape } from './shape.js';

/** Data that a caller attaches to a stored run for the next process. It is discarded when the sources or codegen itself change. */
export interface RunNote {
  find(): string | undefined;
  keep(note: string): void;
}

interface StoredNote {
  readonly body: string;
  readonly note: string;
}

const NOTE: Shape<StoredNote> = { body: true, note: true };

/** @param body The name of the stored run's body, which is different for each reading of the project. */
export function createRunNote({ folder, name }: CachePlace, body: string): RunNote {
  const file = `${folder}/${name}.note`;
  return {
    find: () => {
      const stored = readChecked(file);
      return hasShape<StoredNote>(stored, NOTE) && stored.body === body ? stored.note : undefined;
    },
    keep: (note) => {
      writeChecked(file, { body, note } satisfies StoredNote);
    },
  };
}
