import type { CodegenRun } from '@toolwright/codegen';
import { formatCount, isToolwrightError } from '@toolwright/contract';
import type { Dialect } from '@toolwright/json-schema';
import type { Command } from '../../args/command.js';
import type { CommandContext } from '../../command-context.js';
import { checkLock } from '../../contract/check-lock.js';
import { isKnownLock, rememberLock } from '../../contract/lock-note.js';
import { findLock, type LockSource, lockFileOf, parseLock } from '../../contract/lock-source.js';
import { commandLine } from '../../project/command-line.js';
import {
  OUT_MODULE,
  PROJECT_OPTIONS,
  PROVIDER_NAMES,
  type ProjectOptions,
} from '../../project/project-options.js';
import { runProject } from '../../project/read-project.js';
import { replaceFile } from '../../project/replace-file.js';
import { shownPath } from '../../project/shown-path.js';

const EXAMPLES = `
Examples:
  $ toolwright lock
  $ toolwright lock --provider openai,anthropic
  $ toolwright lock --check

Writes tools.lock.json next to the generated module: the name, description,
parameters, result and annotations of each tool, and a hash of what each named
provider receives. Commit it: pull requests then show what changes for models
and clients. Without --provider, the lock keeps its providers. Exit codes: 0;
1 after errors or if --check finds a stale lock; 2 if the arguments are invalid.`;

export const lockCommand: Command<LockOptions> = {
  description: 'record the contract of the tools, so that changes are noticed',
  options: [
    ...PROJECT_OPTIONS,
    ['-o, --out <file>', 'the generated module (default: "src/toolwright.gen.ts")', OUT_MODULE],
    ['--provider <names>', 'also pin what is sent to these providers', PROVIDER_NAMES],
    ['--check', 'write nothing; exit with 1 if the lock is stale'],
  ],
  notes: EXAMPLES,
  run: (options, _words, context) => runLock(options, context),
};

/** The options of `toolwright lock`. */
interface LockOptions extends ProjectOptions {
  readonly out?: string;
  readonly check?: true;
  readonly provider?: readonly string[];
}

/** Writes the lock of a project, or checks it. */
async function runLock({ check, provider, ...project }: LockOptions, context: CommandContext): Promise<void> {
  const dialects = provider && (await findDialects(provider));
  const run = await runProject(project, context);
  // An incomplete contract would be a wrong one.
  if (!run.ok) return;
  if (!check)
    return renew(
      run,
      dialects?.map(({ name }) => name),
      context,
    );
  if ((await checkLock(run, commandLine('lock', project), context)) === undefined) {
    const file = shownPath(lockFileOf(run), context.io.cwd);
    context.io.stdout.write(`Fresh: ${file}, ${formatCount(run.toolCount, 'tool')}.\n`);
  }
}

async function findDialects(names: readonly string[]): Promise<readonly Dialect[]> {
  const { findDialect } = await import('../../load/find-dialect.js');
  return Promise.all(names.map(findDialect));
}

async function renew(
  run: CodegenRun,
  providers: readonly string[] | undefined,
  { io }: CommandContext,
): Promise<void> {
  const file = lockFileOf(run);
  const shown = shownPath(file, io.cwd);
  const say = (what: string): unknown =>
    io.stdout.write(`${what} ${shown}, ${formatCount(run.toolCount, 'tool')}.\n`);
  const before = findLock(file, shown);
  if (providers === undefined && before !== undefined && isKnownLock(run, before)) {
    say('Unchanged:');
    return;
  }
  const { writeLock } = await import('@toolwright/json-schema');
  const { readContract } = await import('../../contract/read-contract.js');
  const { lock } = await readContract(run, providers ?? (before ? await keptProviders(before) : []));
  const text = writeLock(lock);
  const isFresh = before?.text === text;
  if (!isFresh) await replaceFile(file, text, shown);
  rememberLock(run, text);
  say(isFresh ? 'Unchanged:' : 'Wrote');
}

/** Returns the providers of a lock. A damaged lock is rewritten, but not a lock that another Toolwright version uses. */
async function keptProviders(before: LockSource): Promise<readonly string[]> {
  try {
    const { providersOf } = await import('../../contract/read-contract.js');
    return providersOf(await parseLock(before));
  } catch (error) {
    if (isToolwrightError(error) && !error.message.includes('has version')) return [];
    throw error;
  }
}
