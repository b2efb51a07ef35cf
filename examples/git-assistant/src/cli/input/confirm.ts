import { createInterface } from 'node:readline/promises';
import { ToolwrightError } from 'toolwright';
import type { CliIo } from '../cli-io.js';
import { paint } from '../display/paint.js';
import { Stopped } from './interrupts.js';

type Asking = Pick<CliIo, 'stdin' | 'stderr' | 'signal' | 'env'>;

/**
 * Asks the user for a line; empty after Ctrl-D.
 * @throws ToolwrightError `USAGE` without a terminal
 * @throws Stopped after Ctrl-C
 */
export async function ask(question: string, { stdin, stderr, signal, env }: Asking): Promise<string> {
  assertTerminal({ stdin });
  const reader = createInterface({ input: stdin, output: stderr });
  try {
    const left = new Promise<string>((resolve, reject) => {
      reader.once('SIGINT', () => reject(new Stopped('SIGINT')));
      reader.once('close', () => resolve(''));
    });
    return (
      await Promise.race([
        reader.question(paint(['bold', 'cyan'], question, { stderr, env }), { signal }),
        left,
      ])
    ).trim();
  } finally {
    reader.close();
  }
}

/** Asks whether to do something; only an explicit yes counts. */
export async function confirm(question: string, io: Asking): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} [y/N] `, io));
}

/** @throws ToolwrightError `USAGE` if nobody can be asked */
export function assertTerminal({ stdin }: Pick<CliIo, 'stdin'>): void {
  if (stdin.isTTY === true) return;
  throw new ToolwrightError('USAGE', 'There is no terminal to confirm at.', {
    blame: 'user',
    hint: 'Add --yes.',
  });
}
