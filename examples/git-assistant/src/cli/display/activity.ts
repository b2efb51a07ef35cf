import type { TaskEvent } from '@toolwright/capabilities';
import type { CliIo } from '../cli-io.js';
import type { CommonOptions } from '../options/options.js';
import { Progress } from './progress.js';

/** Shows a turn of a conversation: a line of progress while the model thinks and tools run, then the text as it arrives. */
export class Activity {
  readonly #io: CliIo;
  readonly #quiet: boolean;
  #progress: Progress | undefined;
  #column = 0;

  constructor(io: CliIo, { debug, json }: CommonOptions) {
    this.#io = io;
    this.#quiet = debug === true || json === true;
    this.#begin();
  }

  show(event: TaskEvent): void {
    if (event.type === 'tool-call' && this.#progress === undefined) this.#begin();
    this.#progress?.show(event);
    // Without a terminal no line can be rewritten, so each tool gets its own line.
    if (event.type === 'tool-call' && this.#io.stderr.isTTY !== true && !this.#quiet)
      this.#io.stderr.write(`· ${event.name}\n`);
  }

  write(text: string): void {
    this.stop();
    this.#io.stdout.write(text);
    this.#column = text.length - text.lastIndexOf('\n') - 1;
  }

  stop(): void {
    this.#progress?.stop();
    this.#progress = undefined;
  }

  #begin(): void {
    // The progress line would overwrite a text that does not end with a line break.
    if (this.#column > 0) this.#io.stderr.write('\n');
    this.#column = 0;
    this.#progress = new Progress(this.#io, this.#quiet);
  }
}
