import type { ComparedStep } from '@toolwright/program';
import type { CodegenRun } from '../codegen-run.js';
import type { RunOptions } from '../generate-options.js';
import type { SharedSources } from '../incremental/update-project.js';
import { readRun } from './read-run.js';
import { type RunHead, type RunMemory, settleHead } from './run-memory.js';
import { storedRun } from './stored-run.js';

/** Compares the stored run with the project by content, and reads only changed files. */
export async function updateRun(
  options: RunOptions,
  memory: RunMemory | undefined,
  shared?: SharedSources,
): Promise<CodegenRun> {
  const stored = memory?.compare();
  if (memory === undefined || stored === undefined || stored.changed.length > 0)
    return readRun(options, memory, { stored, shared });
  settle(stored, memory);
  return storedRun(stored, memory, options);
}

/** Stores stamps that later runs use to verify the files. */
function settle(stored: ComparedStep<RunHead>, memory: RunMemory): void {
  const settled = settleHead(stored.head);
  if (settled !== undefined || stored.renewed) memory.renew(stored, settled ?? stored.head);
}
