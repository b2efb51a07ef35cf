import type { MarkForm, Migration } from '@toolwright/codegen';
import { formatCount, wantsColor } from '@toolwright/contract';
import type { Command } from '../../args/command.js';
import type { CommandContext } from '../../command-context.js';
import { loadCodegen } from '../../load/load-optional.js';
import { paintDiff } from '../../paint-diff.js';
import { type ProjectOptions, SOURCE_OPTIONS } from '../../project/project-options.js';
import { printErrors } from '../../project/read-project.js';

const EXAMPLES = `
Examples:
  $ toolwright migrate --to tag --dry-run
  $ toolwright migrate --to tag
  $ toolwright migrate --to decorator --project packages/api
  $ toolwright migrate zod --dry-run

Tags work everywhere, even with "node file.ts"; decorators need a compiler. Only
rewrites the marks of methods and the import of tool. Keeps and lists marks that
the other form cannot express. Exit codes: 0; 1 after errors, in which case
nothing is written; 2 if the arguments are invalid.`;

interface MigrateCommandOptions extends ProjectOptions {
  readonly to: MarkForm;
  readonly dryRun?: true;
}

const NAMES: Readonly<Record<MarkForm, string>> = { tag: 'the JSDoc tag', decorator: 'the decorator' };

export const migrateCommand: Command<MigrateCommandOptions> = {
  description: 'mark the tools of a project with JSDoc tags or decorators',
  commands: { zod: async () => (await import('./migrate-zod-command.js')).migrateZodCommand },
  options: [
    ...SOURCE_OPTIONS,
    ['--to <form>', 'the form of the marks', { choices: Object.keys(NAMES), isRequired: true }],
    ['--dry-run', 'write nothing; print a diff'],
  ],
  notes: EXAMPLES,
  run: (options, _words, context) => runMigrate(options, context),
};

async function runMigrate(
  { to, dryRun, project, include, exclude }: MigrateCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { io } = context;
  io.expectShortRun();
  const codegen = await loadCodegen(io);
  const migration = await codegen.migrate({ cwd: io.cwd, project, include, exclude, to, dryRun });
  const { errors, projectDir, kept, files } = migration;
  if (errors.length > 0) {
    await printErrors(errors, projectDir, context);
    io.stderr.write('Nothing was written: correct the errors and run migrate again.\n');
    return;
  }
  for (const { diff } of files)
    if (diff !== '') io.stdout.write(paintDiff(diff, wantsColor(io.stdout, io.env)));
  for (const { file, line, name, reason } of kept)
    io.stderr.write(`${file}:${line}: \`${name}\` is unchanged: ${reason}.\n`);
  io.stdout.write(`${summary(migration, to, dryRun === true)}\n`);
}

function summary({ files }: Migration, to: MarkForm, dryRun: boolean): string {
  if (files.length === 0) return 'Nothing to rewrite.';
  const marks = files.reduce((sum, file) => sum + file.marks, 0);
  const what = `${formatCount(marks, 'tool')} in ${formatCount(files.length, 'file')} with ${NAMES[to]}`;
  return dryRun ? `Would mark ${what}.` : `Marked ${what}. Run: npx toolwright codegen`;
}
