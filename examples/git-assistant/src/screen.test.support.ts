import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

const TIMEOUT_MS = 200_000;

/** The output of a program, without colours and cursor movements. */
export class Screen {
  #raw = '';
  #seen = 0;

  add(part: string): void {
    this.#raw += part;
  }

  /** With colours and cursor movements. */
  raw(): string {
    return this.#raw;
  }

  shown(): string {
    return stripVTControlCharacters(this.#raw).replaceAll('\r\n', '\n');
  }

  /** Waits for a text that was not shown at the last call, and resolves to the output up to its end. */
  async until(text: string | RegExp, hasEnded: () => boolean): Promise<string> {
    const pattern = typeof text === 'string' ? new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : text;
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const ended = hasEnded();
      const found = pattern.exec(this.shown().slice(this.#seen));
      if (found !== null) {
        const end = this.#seen + found.index + found[0].length;
        const part = this.shown().slice(this.#seen, end);
        this.#seen = end;
        return part;
      }
      if (Date.now() > deadline || ended)
        throw new Error(`The program never showed ${pattern}:\n${this.shown().slice(this.#seen)}`);
      await sleep(20);
    }
  }
}
