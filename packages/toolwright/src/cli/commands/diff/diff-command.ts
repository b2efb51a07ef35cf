import path from 'node:path';
import { type ToolSpec, wantsColor } from '@toolwright/contract';
import type { ChangeVerdict, ContractDiff } from '@toolwright/schema';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { lockFileOf } from '../../contract/lock-file.js';
import { readBase } from '../../contract/read-base.js';
import { providersOf, readContract } from '../../contract/read-contract.js';
import { readProject } from '../../contract/read-project.js';
import { addProjectOptions, type ProjectOptions } from '../../project/read-tools.js';
import { shownPath } from '../codegen/print-report.js';
import { DIFF_FORMATS, type DiffFormat } from './format-diff.js';
import type { PlacedChange, PlacedDiff } from './placed-change.js';

const EXAMPLES = `
Examples:
  $ toolwright diff
  $ toolwright diff origin/main --fail-on breaking
  $ toolwright diff v1.2.0 --format markdown
  $ toolwright diff old/tools.lock.json --format json

Compares the tools of the sources with a lock: that of the project, a lock file,
or the lock at a Git revision. Parameters may accept more, and results may be
fewer or have more members: the reverse is breaking, with an example of a call
that was right before. The last line is the release that the changes ask for.
Exit codes: 0; 1 after errors or as --fail-on says; 2 if the arguments are
wrong.`;

interface DiffOptions extends ProjectOptions {
  readonly out?: string;
  readonly failOn?: 'breaking' | 'model-visible';
  readonly format: DiffFormat;
}

export function addDiffCommand(program: Command, context: CommandContext): void {
  addProjectOptions(program.command('diff'))
    .description('say what has changed for models and clients, and which release it needs')
    .argument('[base]', 'a lock file or a Git revision (default: the lock)')
    .option('-o, --out <file>', 'the generated module (default: "src/toolwright.gen.ts")')
    .addOption(
      new Option('--fail-on <verdict>', 'exit with 1 after such changes').choices([
        'breaking',
        'model-visible',
      ]),
    )
    .addOption(
      new Option('--format <format>', 'format of the changes').choices(DIFF_FORMATS).default('pretty'),
    )
    .addHelpText('after', EXAMPLES)
    .action((base: string | undefined, options: DiffOptions) => printDiff(base, options, context));
}

async function printDiff(
  given: string | undefined,
  options: DiffOptions,
  context: CommandContext,
): Promise<void> {
  const { io, setExitCode } = context;
  const run = await readProject(options, context);
  if (run === undefined) return;
  const { diffLocks } = await import('@toolwright/schema');
  const { schemaFits } = await import('@toolwright/tools/validation');
  const before = await readBase({ given, file: lockFileOf(run), cwd: io.cwd });
  const { lock, specs } = await readContract(run, providersOf(before));
  const show = (file: string): string => shownPath(path.resolve(run.projectDir, file), io.cwd);
  const diff = placed(diffLocks(before, lock, schemaFits), specs, show);
  const { formatDiff } = await import('./format-diff.js');
  io.stdout.write(formatDiff(diff, options.format, wantsColor(io.stdout, io.env)));
  const failing = FAILING[options.failOn ?? 'nothing'];
  if (diff.changes.some(({ verdict }) => failing.includes(verdict))) setExitCode(1);
}

const FAILING: Readonly<Record<'nothing' | 'breaking' | 'model-visible', readonly ChangeVerdict[]>> = {
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
