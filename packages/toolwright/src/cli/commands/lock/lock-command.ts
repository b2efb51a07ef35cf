import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { CodegenRun } from '@toolwright/codegen';
import { isToolwrightError } from '@toolwright/contract';
import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { checkLock } from '../../contract/check-lock.js';
import { lockFileOf } from '../../contract/lock-file.js';
import { findLock, providersOf, readContract } from '../../contract/read-contract.js';
import { readProject } from '../../contract/read-project.js';
import { count } from '../../count.js';
import { findDialect } from '../../load/find-dialect.js';
import { commandLine } from '../../project/command-line.js';
import { addProjectOptions, type ProjectOptions } from '../../project/read-tools.js';
import { shownPath } from '../codegen/print-report.js';

const EXAMPLES = `
Examples:
  $ toolwright lock
  $ toolwright lock --provider openai,anthropic
  $ toolwright lock --check

Writes tools.lock.json beside the generated module: of each tool its name,
description, parameters, result and annotations, and a hash of what each named
provider is sent. Commit it: a pull request then shows what changes for models
and clients. Without --provider the providers of the lock stay. Exit codes: 0;
1 after errors or if --check finds a stale lock; 2 if the arguments are wrong.`;

interface LockOptions extends ProjectOptions {
  readonly out?: string;
  readonly check?: true;
  readonly provider?: readonly string[];
}

export function addLockCommand(program: Command, context: CommandContext): void {
  addProjectOptions(program.command('lock'))
    .description('write what the tools of a project promise, so that a change is noticed')
    .option('-o, --out <file>', 'the generated module (default: "src/toolwright.gen.ts")')
    .option('--provider <names>', 'also hold still what these providers are sent', splitNames)
    .option('--check', 'write nothing; exit with 1 if the lock is stale')
    .addHelpText('after', EXAMPLES)
    .action((options: LockOptions) => lockProject(options, context));
}

function splitNames(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

async function lockProject(
  { check, provider, ...project }: LockOptions,
  context: CommandContext,
): Promise<void> {
  const dialects = provider && (await Promise.all(provider.map(findDialect)));
  const run = await readProject(project, context);
  if (run === undefined) return;
  if (check) await checkProject(run, commandLine('lock', project), context);
  else
    await renew(
      run,
      dialects?.map(({ name }) => name),
      context,
    );
}

async function checkProject(
  run: CodegenRun,
  renewing: string,
  { io, setExitCode }: CommandContext,
): Promise<void> {
  const show = (file: string): string => shownPath(file, io.cwd);
  const { file, isFresh, changes } = await checkLock(run, show);
  if (isFresh) {
    io.stdout.write(`Fresh: ${show(file)}, ${count(run.toolCount, 'tool')}.\n`);
    return;
  }
  const problem = isFresh === undefined ? 'does not exist' : 'is stale';
  io.stderr.write([...changes, `${show(file)} ${problem}. Run: ${renewing}`, ''].join('\n'));
  setExitCode(1);
}

async function renew(
  run: CodegenRun,
  providers: readonly string[] | undefined,
  { io }: CommandContext,
): Promise<void> {
  const { writeLock } = await import('@toolwright/schema');
  const file = lockFileOf(run);
  const shown = shownPath(file, io.cwd);
  const { lock } = await readContract(run, providers ?? (await keptProviders(file, shown)));
  const text = writeLock(lock);
  const tools = count(lock.tools.length, 'tool');
  if (existsSync(file) && (await readFile(file, 'utf8')).replaceAll('\r\n', '\n') === text) {
    io.stdout.write(`Unchanged: ${shown}, ${tools}.\n`);
    return;
  }
  await writeFile(file, text);
  io.stdout.write(`Wrote ${shown}, ${tools}.\n`);
}

/** A damaged lock is written again. One of another version is not: another version of Toolwright relies on it. */
async function keptProviders(file: string, shown: string): Promise<readonly string[]> {
  try {
    const before = await findLock(file, shown);
    return before === undefined ? [] : providersOf(before);
  } catch (error) {
    if (isToolwrightError(error) && !error.message.includes('has version')) return [];
    throw error;
  }
}
