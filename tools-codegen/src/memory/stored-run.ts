import { knownSourceLine, type StoredStep } from '@toolwright/program';
import type { CodegenRun } from '../codegen-run.js';
import type { RunOptions } from '../generate-options.js';
import type { RunHead, RunMemory } from './run-memory.js';

/** Converts a stored run that is still valid to the form that callers use. */
export function storedRun(stored: StoredStep<RunHead>, memory: RunMemory, options: RunOptions): CodegenRun {
  const { lines, ...head } = stored.head;
  return {
    ...head,
    get tools() {
      return JSON.parse(stored.details.toString());
    },
    get files() {
      return stored.files();
    },
    ok: true,
    sourceLine: lines && knownSourceLine({ ...head, lines }),
    result: async () => {
      const { printStored } = await import('./print-stored.js');
      return printStored(stored, memory, options);
    },
    note: memory.noteOn(stored.body),
  };
}
