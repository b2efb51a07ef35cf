import type { TaskEvent } from '@toolwright/capabilities';
import yoctoSpinner, { type Spinner } from 'yocto-spinner';
import { count } from '../../output/count.js';
import type { CliIo } from '../cli-io.js';
import { printable } from './printable.js';

const PHASES = {
  answer: 'working',
  critique: 'checking the answer',
  revision: 'revising the answer',
} as const;
const REFRESH_MS = 200;
const PREVIEW_LENGTH = 50;

/** One line of the terminal that is rewritten: phase, tools, the end of the model's text, elapsed time. */
export class Progress {
  readonly #spinner: Spinner | undefined;
  readonly #now: () => number;
  readonly #started: number;
  #timer: NodeJS.Timeout | undefined;
  #phase = 'starting';
  #detail = '';
  #tail = '';
  #tools = 0;

  /** Silent without a terminal, and with a debug trace, which shows more. */
  constructor(
    { stderr }: Pick<CliIo, 'stderr'>,
    quiet: boolean,
    now: () => number = () => performance.now(),
  ) {
    this.#now = now;
    this.#started = now();
    if (quiet || stderr.isTTY !== true) return;
    this.#spinner = yoctoSpinner({
      // A stream whose `isTTY` is true is a tty.WriteStream.
      stream: stderr as NodeJS.WriteStream,
      text: this.line,
      // Its own handler would end the process before the program has cleaned up.
      handleSignals: false,
    }).start();
    this.#timer = setInterval(() => this.#refresh(), REFRESH_MS);
    this.#timer.unref();
  }

  /** The line, without the spinner. */
  get line(): string {
    const seconds = ((this.#now() - this.#started) / 1_000).toFixed(1);
    const tools = this.#tools === 0 ? '' : ` · ${count(this.#tools, 'tool call')}`;
    return `${this.#phase} · ${seconds} s${tools}${this.#detail === '' ? '' : ` · ${this.#detail}`}`;
  }

  /** Names what is going on. */
  say(phase: string): void {
    this.#phase = phase;
    this.#refresh();
  }

  show(event: TaskEvent): void {
    if (event.type === 'phase-start') this.#phase = PHASES[event.phase];
    if (event.type === 'llm-call') this.#tail = '';
    if (event.type === 'llm-call') this.#detail = `asking the model (${event.iteration})`;
    if (event.type === 'retry') this.#detail = `trying again in ${Math.ceil(event.delayMs / 1_000)} s`;
    if (event.type === 'tool-call') {
      this.#tools += 1;
      this.#detail = event.name;
      this.#refresh();
    }
  }

  /** Adds a piece of the model's text. Only the end is kept and shown, so long answers cost no more than short ones. */
  preview(chunk: string): void {
    this.#tail = (this.#tail + chunk).slice(-4 * PREVIEW_LENGTH);
    const plain = printable(this.#tail)
      .replace(/[{}[\]"\\\s]+/g, ' ')
      .trim();
    this.#detail = plain.length > PREVIEW_LENGTH ? `…${plain.slice(-PREVIEW_LENGTH)}` : plain;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#spinner?.stop();
  }

  #refresh(): void {
    if (this.#spinner) this.#spinner.text = this.line;
  }
}
