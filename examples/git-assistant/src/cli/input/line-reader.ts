import { createInterface, emitKeypressEvents, type Interface } from 'node:readline';
import type { CliIo } from '../cli-io.js';
import type { ChatHistory } from './chat-history.js';
import { Stopped } from './interrupts.js';

/** Reads the user's messages one at a time. */
export interface LineReader {
  /**
   * Undefined at the end of the input.
   * @throws Stopped after the second Ctrl-C
   */
  read(prompt: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** A reader with line editing and history in a terminal, and a plain reader otherwise. */
export function createLineReader(io: CliIo, history: ChatHistory): LineReader {
  return io.stdin.isTTY === true ? new TerminalReader(io, history) : new PipeReader(io);
}

class PipeReader implements LineReader {
  readonly #io: CliIo;
  readonly #reader: Interface;
  readonly #lines: AsyncIterator<string>;

  constructor(io: CliIo) {
    this.#io = io;
    this.#reader = createInterface({ input: io.stdin, signal: io.signal });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  async read(prompt: string): Promise<string | undefined> {
    this.#io.stderr.write(prompt);
    const line = await this.#lines.next();
    return line.done ? undefined : line.value;
  }

  async close(): Promise<void> {
    this.#reader.close();
  }
}

/** Makes the terminal mark pasted text, so that its lines differ from typed lines. */
const PASTE_MARKS = { on: '\u001b[?2004h', off: '\u001b[?2004l' };

/**
 * Between two messages it does not read the terminal, which is then in its normal mode, where Ctrl-C is a signal. Input that arrives
 * together with the end of a message is kept for the next one.
 */
class TerminalReader implements LineReader {
  readonly #io: CliIo;
  readonly #history: ChatHistory;
  readonly #messages: string[] = [];
  /** The lines of a pasted message. */
  #pasted: string[] = [];
  #pasting = false;
  #rest = '';

  constructor(io: CliIo, history: ChatHistory) {
    this.#io = io;
    this.#history = history;
    emitKeypressEvents(io.stdin);
    io.stdin.on('keypress', this.#onKey);
  }

  async read(prompt: string): Promise<string | undefined> {
    if (this.#messages.length === 0 && !(await this.#readMessages(prompt))) return undefined;
    const message = this.#messages.shift();
    if (message !== undefined && !message.includes('\n')) this.#history.add(message);
    return message;
  }

  async close(): Promise<void> {
    this.#io.stdin.off('keypress', this.#onKey);
    await this.#history.save();
  }

  /** Reads until at least one message is complete; false at the end of the input. */
  async #readMessages(prompt: string): Promise<boolean> {
    const { stdin, stderr, signal } = this.#io;
    const reader = createInterface({
      input: stdin,
      output: stderr,
      prompt,
      history: [...this.#history.lines],
      terminal: true,
    });
    stderr.write(PASTE_MARKS.on);
    try {
      return await new Promise<boolean>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        reader.on('line', (line) => {
          if (this.#take(line)) resolve(true);
        });
        reader.once('close', () => resolve(false));
        this.#stopAtSecondCtrlC(reader, reject);
        reader.prompt();
        reader.write(this.#rest);
        this.#rest = '';
      });
    } finally {
      this.#rest = reader.line;
      stderr.write(PASTE_MARKS.off);
      reader.close();
    }
  }

  /** Ctrl-C empties the line. On an empty line, pressing it twice ends the conversation. */
  #stopAtSecondCtrlC(reader: Interface, reject: (error: unknown) => void): void {
    let pressed = false;
    reader.on('SIGINT', () => {
      const empty = reader.line === '' && this.#pasted.length === 0;
      if (empty && pressed) {
        reject(new Stopped('SIGINT'));
        return;
      }
      pressed = empty;
      this.#pasted = [];
      this.#io.stderr.write(empty ? '\n(Ctrl-C again or Ctrl-D ends the conversation.)\n' : '^C\n');
      reader.write(null, { ctrl: true, name: 'e' });
      reader.write(null, { ctrl: true, name: 'u' });
      reader.prompt();
    });
    reader.on('line', () => {
      pressed = false;
    });
  }

  /** Adds a line; true if it completes a message. */
  #take(line: string): boolean {
    this.#pasted.push(line);
    if (this.#pasting) return false;
    this.#messages.push(this.#pasted.join('\n'));
    this.#pasted = [];
    return true;
  }

  readonly #onKey = (_text: string | undefined, key: { readonly name?: string | undefined }) => {
    if (key.name === 'paste-start') this.#pasting = true;
    if (key.name === 'paste-end') this.#pasting = false;
  };
}
