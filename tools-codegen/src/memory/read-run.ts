import { type ComparedStep, loadCompiler, withinDepth } from '@toolwright/program';
import type { CodegenRun } from '../codegen-run.js';
import type { RunOptions } from '../generate-options.js';
import type { SharedSources } from '../incremental/update-project.js';
import type { RunHead, RunMemory } from './run-memory.js';

export interface EarlierRun {
  /** A stored run. Only changes since then are read. */
  readonly stored?: ComparedStep<RunHead> | undefined;
  /** Sources that earlier runs in this process parsed. */
  readonly shared?: SharedSources | undefined;
}

export async function readRun(
  options: RunOptions,
  memory: RunMemory | undefined,
  { stored, shared }: EarlierRun = {},
): Promise<CodegenRun> {
  const compiler = memory && loadCompiler();
  const { readAndKeep } = await import('../incremental/read-and-keep.js');
  const run = withinDepth(
    () => 'A source file',
    () => readAndKeep(options, memory, stored, shared),
  );
  options.onToolsRead?.();
  compiler?.keep();
  return run;
}
