import { writeSync } from 'node:fs';
import { errorMessage, visibleText } from '@toolwright/contract';
import type { CliIo } from '../../process/cli-io.js';

/** What runs now, for errors that no code of ours can catch. */
export interface Running {
  /** The eval. */
  name: string;
  /** Its file. */
  file: string;
  /** Its attempts, such as `refund #2`; empty while the file is loaded. */
  attempts: readonly string[];
}

/** An error that the code of an eval threw where nobody waits for it. */
export interface Stray extends Pick<Running, 'name' | 'file'> {
  readonly error: Error;
}

/**
 * Keeps the code of evals from ending the command: stray errors are collected, and a process that ends all the same, because of `process.exit` or a
 * promise that never settles, ends with exit code 2 and says what was running.
 * @returns a function that ends this
 */
export function guardProcess(
  running: Readonly<Running>,
  onStray: (stray: Stray) => void,
  io: CliIo,
): () => void {
  let count = 0;
  const collect = (what: string) => (error: unknown) => {
    // A timer can throw without end.
    if (++count > MAX_STRAY) return;
    const message = `${what}: ${errorMessage(error)} (${describe(running)})`;
    io.stderr.write(`${visibleText(message)}\n`);
    onStray({ name: running.name, file: running.file, error: new Error(message) });
  };
  const onRejection = collect('A promise of an eval was rejected, and nobody handled it');
  const onException = collect('An eval threw where nobody could catch it');
  const onExit = () => {
    process.exitCode = 2;
    const text = `error INVALID_CONFIG: The process ended before the evals did, without reports: ${describe(running)}. Something called process.exit(), or awaits what never settles.`;
    // The process writes nothing that it does not write now.
    writeSync(2, `${visibleText(text).replaceAll('\n', ' ')}\n`);
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  process.on('exit', onExit);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
    process.off('exit', onExit);
  };
}

function describe({ name, file, attempts }: Running): string {
  if (attempts.length === 0) return name === file ? file : `${name} of ${file}`;
  const rest = attempts.length - MAX_SHOWN;
  const shown = attempts.slice(0, MAX_SHOWN).join(', ');
  return `${name} of ${file}, ${shown}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const MAX_SHOWN = 8;
const MAX_STRAY = 100;
