import type { CommandContext } from '../command-context.js';
import { readPlainCodegen } from '../commands/codegen/plain-codegen.js';
import { runCodegen } from '../commands/codegen/run-codegen.js';
import { readPlainDiff } from '../commands/diff/plain-diff.js';
import { readPlainLock } from '../commands/lock/plain-lock.js';

type Run = (context: CommandContext) => Promise<void>;

/** Finds the work of a command line with usual arguments, for the commands that CI runs often; undefined for all others. */
export function findPlainCommand([command = '', ...words]: readonly string[]): Run | undefined {
  return Object.hasOwn(COMMANDS, command) ? COMMANDS[command]?.(words) : undefined;
}

const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Run | undefined>> = {
  codegen: (words) => {
    const options = readPlainCodegen(words);
    return options && ((context) => runCodegen(options, context));
  },
  diff: (words) => {
    const plain = readPlainDiff(words);
    return (
      plain &&
      (async (context) => {
        const { runDiff } = await import('../commands/diff/run-diff.js');
        await runDiff(plain.base, plain.options, context);
      })
    );
  },
  lock: (words) => {
    const options = readPlainLock(words);
    return (
      options &&
      (async (context) => {
        const { runLock } = await import('../commands/lock/run-lock.js');
        await runLock(options, context);
      })
    );
  },
};
