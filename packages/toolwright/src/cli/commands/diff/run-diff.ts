import path from 'node:path';
import type { CodegenRun } from '@toolwright/codegen';
import { type ToolSpec, wantsColor } from '@toolwright/contract';
import type { ChangeVerdict, ContractDiff } from '@toolwright/schema';
import type { CommandContext } from '../../command-context.js';
import { lockFileOf } from '../../contract/lock-file.js';
import { isKnownLock, rememberLock } from '../../contract/lock-note.js';
import { type LockSource, parseLock } from '../../contract/lock-source.js';
import { readBase } from '../../contract/read-base.js';
import { readProject } from '../../contract/read-project.js';
import { shownPath } from '../codegen/print-report.js';
import type { DiffOptions, FailOn } from './diff-options.js';
import type { PlacedChange, PlacedDiff } from './placed-change.js';

/** Compares the tools of the sources with a lock, and prints the changes. */
export async function runDiff(
  given: string | undefined,
  options: DiffOptions,
  context: CommandContext,
): Promise<void> {
  const { io, setExitCode } = context;
  const run = await readProject(options, context);
  if (run === undefined) return;
  const base = await readBase({ given, file: lockFileOf(run), cwd: io.cwd });
  const diff = isKnownLock(run, base) ? NO_CHANGES : await compare(base, run, io.cwd);
  const { formatDiff } = await import('./format-diff.js');
  io.stdout.write(formatDiff(diff, options.format, wantsColor(io.stdout, io.env)));
  const failing = FAILING[options.failOn ?? 'nothing'];
  if (diff.changes.some(({ verdict }) => failing.includes(verdict))) setExitCode(1);
}

const NO_CHANGES: PlacedDiff = { changes: [], release: 'none' };

async function compare(base: LockSource, run: CodegenRun, cwd: string): Promise<PlacedDiff> {
  const { diffLocks, writeLock } = await import('@toolwright/schema');
  const { providersOf, readContract } = await import('../../contract/read-contract.js');
  const before = await parseLock(base);
  const { lock, specs } = await readContract(run, providersOf(before));
  const { schemaFits } = await import('@toolwright/tools/validation');
  const diff = diffLocks(before, lock, schemaFits);
  const text = diff.changes.length === 0 ? writeLock(lock) : undefined;
  if (text !== undefined && text === base.text) rememberLock(run, text);
  const show = (file: string): string => shownPath(path.resolve(run.projectDir, file), cwd);
  return placed(diff, specs, show);
}

const FAILING: Readonly<Record<'nothing' | FailOn, readonly ChangeVerdict[]>> = {
  nothing: [],
  breaking: ['breaking'],
  'model-visible': ['breaking', 'model-visible'],
};

function placed(
  { changes, release }: ContractDiff,
  specs: ReadonlyMap<string, ToolSpec>,
  show: (file: string) => string,
): PlacedDiff {
  const place = (tool: string): Pick<PlacedChange, 'file' | 'line'> => {
    const source = specs.get(tool)?.source;
    return source === undefined ? {} : { file: show(source.file), line: source.line };
  };
  return { changes: changes.map((change) => ({ ...change, ...place(change.tool) })), release };
}
