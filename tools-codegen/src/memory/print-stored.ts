import type { StoredStep } from '@toolwright/program';
import type { RunOptions } from '../generate-options.js';
import type { GenerateResult } from '../generate-result.js';
import { printProject } from '../print-project.js';
import { unpackProject } from './pack-project.js';
import type { RunHead, RunMemory } from './run-memory.js';

/** Prints the modules of a stored run without a compiler, or reads the project again if the stored reading is missing. */
export async function printStored(
  stored: StoredStep<RunHead>,
  memory: RunMemory,
  options: RunOptions,
): Promise<GenerateResult> {
  const body = memory.findBody(stored);
  if (body !== undefined) return printProject(unpackProject(body.project), options);
  const { readRun } = await import('./read-run.js');
  return (await readRun(options, memory)).result();
}
