import { formatCount, wantsColor } from '@toolwright/contract';
import type { Note, ZodMigration } from '@toolwright/import/zod';
import type { Command } from '../../args/command.js';
import type { CommandContext } from '../../command-context.js';
import { loadOptional } from '../../load/load-optional.js';
import { paintDiff } from '../../paint-diff.js';
import { type ProjectOptions, SOURCE_OPTIONS } from '../../project/project-options.js';
import { printErrors } from '../../project/read-project.js';

const EXAMPLES = `
Examples:
  $ toolwright migrate zod --dry-run
  $ toolwright migrate zod src/tools.ts
  $ toolwright migrate zod --project packages/agent

Rewrites tools of the AI SDK, Mastra, the MCP SDK and LangChain as functions
with types, JSDoc and constraint tags. Lists at file:line what stays, what Zod
still does and what is left to do by hand. Compares each JSON Schema with the
one that the project's own Zod makes, for which only calls of Zod are run. Exit
codes: 0; 1 if files have syntax errors, which stay as they are; 2 if the
arguments are invalid.`;

interface MigrateZodCommandOptions extends ProjectOptions {
  readonly dryRun?: true;
  /** False if `--no-verify` is passed. */
  readonly verify?: boolean;
}

export const migrateZodCommand: Command<MigrateZodCommandOptions> = {
  description: 'turn tools with Zod schemas into functions with types',
  parameters: [['[files...]', 'the files to rewrite (default: all files of the project)']],
  options: [
    ...SOURCE_OPTIONS,
    ['--dry-run', 'write nothing; print a diff'],
    ['--no-verify', 'do not compare the JSON Schemas before and after, nor compile the result'],
  ],
  notes: EXAMPLES,
  run: (options, words, context) => runMigrateZod(options, words, context),
};

async function runMigrateZod(
  { dryRun, verify, project, include, exclude }: MigrateZodCommandOptions,
  files: readonly string[],
  context: CommandContext,
): Promise<void> {
  const { io } = context;
  io.expectShortRun();
  const { migrateZod } = await loadOptional(
    '@toolwright/import',
    () => import('@toolwright/import/zod'),
    'npm install --save-dev',
    io.cwd,
  );
  const migration = await migrateZod({ cwd: io.cwd, project, include, exclude, files, dryRun, verify });
  if (migration.errors.length > 0) await printErrors(migration.errors, migration.projectDir, context);
  if (dryRun)
    for (const { diff } of migration.files) io.stdout.write(paintDiff(diff, wantsColor(io.stdout, io.env)));
  const { kept, byHand, zod, lost, comparison } = migration;
  const notes = [
    ...kept,
    ...zod,
    ...lost,
    ...(comparison?.differences ?? []),
    ...(comparison?.unknown ?? []),
  ];
  for (const note of notes) io.stderr.write(line(note));
  for (const note of byHand) io.stderr.write(line({ ...note, text: `by hand: ${note.text}` }));
  io.stdout.write(`${summary(migration, dryRun === true)}\n`);
}

function line({ file, line: at, text }: Note): string {
  return `${file}:${at}: ${text}\n`;
}

function summary({ files, comparison }: ZodMigration, dryRun: boolean): string {
  if (files.length === 0) return 'Nothing to rewrite.';
  const tools = files.reduce((sum, file) => sum + file.tools, 0);
  const what = `${formatCount(tools, 'tool')} in ${formatCount(files.length, 'file')}`;
  const equal = comparison === undefined ? '' : ` ${comparison.equal} of ${tools} have the same JSON Schema.`;
  return dryRun ? `Would rewrite ${what}.${equal}` : `Rewrote ${what}.${equal} Run: npx toolwright codegen`;
}
