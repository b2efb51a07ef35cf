import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CodegenRun } from '@toolwright/codegen';
import { type Located, type ToolSpec, wantsColor } from '@toolwright/contract';
import type { ChangeVerdict, ContractChange, ContractDiff } from '@toolwright/json-schema';
import type { Command } from '../../args/command.js';
import type { CommandContext } from '../../command-context.js';
import { isKnownLock, rememberLock } from '../../contract/lock-note.js';
import { type LockSource, lockFileOf, parseLock } from '../../contract/lock-source.js';
import { readBase } from '../../contract/read-base.js';
import { OUT_MODULE, PROJECT_OPTIONS, type ProjectOptions } from '../../project/project-options.js';
import { runProject } from '../../project/read-project.js';
import { shownPath } from '../../project/shown-path.js';
import { lineInLock, lineOfMember } from './find-line.js';
import { DIFF_FORMATS, type DiffFormat, formatDiff } from './format-diff.js';
import type { PlacedChange, PlacedDiff } from './placed-change.js';

const EXAMPLES = `
Examples:
  $ toolwright diff
  $ toolwright diff origin/main --fail-on breaking
  $ toolwright diff v1.2.0 --format markdown
  $ toolwright diff old/tools.lock.json --format json

Compares the tools in the sources with a lock: the project's lock, a lock file,
or the lock at a Git revision. Parameters may accept more, and results may be
narrower or have more members. The reverse is breaking, and is reported with an
example of a call that worked before. The last line is the required release.
Exit codes: 0; 1 after errors or as set by --fail-on; 2 if the arguments are
invalid.`;

const FAIL_ON = ['breaking', 'model-visible'] as const;
type FailOn = (typeof FAIL_ON)[number];

export const diffCommand: Command<DiffOptions> = {
  description: 'show what has changed for models and clients, and which release it needs',
  parameters: [['[base]', 'a lock file or a Git revision (default: the lock)']],
  options: [
    ...PROJECT_OPTIONS,
    ['-o, --out <file>', 'the generated module (default: "src/toolwright.gen.ts")', OUT_MODULE],
    ['--fail-on <verdict>', 'exit with 1 after such changes', { choices: FAIL_ON }],
    ['--format <format>', 'format of the changes', { choices: DIFF_FORMATS, default: 'pretty' }],
  ],
  notes: EXAMPLES,
  run: (options, [base], context) => runDiff(base, options, context),
};

/** The options of `toolwright diff`. */
interface DiffOptions extends ProjectOptions {
  readonly out?: string;
  readonly failOn?: FailOn;
  readonly format: DiffFormat;
}

/** Compares the tools of the sources with a lock, and prints the changes. */
async function runDiff(
  given: string | undefined,
  options: DiffOptions,
  context: CommandContext,
): Promise<void> {
  const { io, setExitCode } = context;
  const run = await runProject(options, context);
  // An incomplete contract would be a wrong one.
  if (!run.ok) return;
  const base = await readBase({ given, file: lockFileOf(run), cwd: io.cwd });
  const diff = isKnownLock(run, base) ? NO_CHANGES : await compare(base, run, io.cwd);
  io.stdout.write(formatDiff(diff, options.format, wantsColor(io.stdout, io.env)));
  const failing = FAILING[options.failOn ?? 'nothing'];
  if (diff.changes.some(({ verdict }) => failing.includes(verdict))) setExitCode(1);
}

const NO_CHANGES: PlacedDiff = { changes: [], release: 'none' };

async function compare(base: LockSource, run: CodegenRun, cwd: string): Promise<PlacedDiff> {
  const { diffLocks, writeLock } = await import('@toolwright/json-schema');
  const { providersOf, readContract } = await import('../../contract/read-contract.js');
  const before = await parseLock(base);
  const { lock, specs } = await readContract(run, providersOf(before));
  const { schemaFits } = await import('@toolwright/tools/validation');
  const diff = diffLocks(before, lock, schemaFits);
  const text = diff.changes.length === 0 ? writeLock({ ...lock, version: before.version }) : undefined;
  if (text !== undefined && text === base.text) rememberLock(run, text);
  const files: ContractFiles = {
    read: readOnce(),
    show: (file) => shownPath(path.resolve(run.projectDir, file), cwd),
    resolve: (file) => path.resolve(run.projectDir, file),
    lock: { file: lockFileOf(run), base },
  };
  return placed(diff, specs, files);
}

/** Accesses the files in which changes are located. */
interface ContractFiles {
  /** Returns the text of a file, given its absolute path; undefined if the file does not exist. */
  read(file: string): string | undefined;
  /** Returns the displayed path of a file. */
  show(file: string): string;
  resolve(file: string): string;
  readonly lock: { readonly file: string; readonly base: LockSource };
}

function readOnce(): ContractFiles['read'] {
  const known = new Map<string, string | undefined>();
  return (file) => {
    if (!known.has(file)) known.set(file, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    return known.get(file);
  };
}

const FAILING: Readonly<Record<'nothing' | FailOn, readonly ChangeVerdict[]>> = {
  nothing: [],
  breaking: ['breaking'],
  'model-visible': ['breaking', 'model-visible'],
};

function placed(
  { changes, release }: ContractDiff,
  specs: ReadonlyMap<string, Located<ToolSpec>>,
  { read, show, resolve, lock }: ContractFiles,
): PlacedDiff {
  const place = ({
    tool,
    path: pointer,
  }: ContractChange): Pick<PlacedChange, 'file' | 'line' | 'toolLine'> => {
    const spec = specs.get(tool);
    // A removed tool is located in the lock on disk if the lock still contains it, otherwise in the base.
    if (spec === undefined) {
      const kept = read(lock.file);
      const text = kept?.includes(`"name": ${JSON.stringify(tool)}`) ? kept : lock.base.text;
      return { file: show(lock.file), line: lineInLock(text, tool) };
    }
    const { file, line } = spec.source;
    const text = read(resolve(file));
    return {
      file: show(file),
      toolLine: line,
      line: text === undefined ? line : lineOfMember(text, line, spec.name, pointer),
    };
  };
  return { changes: changes.map((change) => ({ ...change, ...place(change) })), release };
}
