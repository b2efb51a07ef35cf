import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { deserializeMessage, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/client/stdio';
import type { Border } from './border.js';
import { MAX_MESSAGE_BYTES } from './limit-response.js';

/**
 * A transport for a server that runs as a child process. For its own transport class, the SDK would start a second process to detect the
 * server's revision; this subclass prevents that. It also reports lines that are not JSON, which the SDK skips silently.
 */
export class ProcessTransport extends StdioClientTransport {
  #closing: Promise<void> | undefined;

  constructor(server: StdioServerParameters, border: Border) {
    super(server);
    const onTooLong = (): void => {
      border.fail();
      // No more output will be read, so the process is killed.
      this.#process?.stdout?.destroy();
      this.#process?.kill('SIGKILL');
    };
    Reflect.set(this, '_readBuffer', new LineBuffer(border.readText, onTooLong));
  }

  /** The child process, which is a private member in the SDK. */
  get #process(): ChildProcess | undefined {
    return Reflect.get(this, '_process') as ChildProcess | undefined;
  }

  /** Waits until the process has exited. The SDK terminates it in several steps and does not wait for the last one. */
  override close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    const child = this.#process;
    await super.close();
    const isRunning = child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
    if (isRunning) await Promise.race([once(child, 'exit'), sleep(MAX_END_MS, undefined, { ref: false })]);
  }
}

/** The maximum time for a killed process to exit, in milliseconds. */
const MAX_END_MS = 5_000;

/** Splits the output of the process into messages. Replaces the SDK's buffer. */
class LineBuffer {
  /** The chunks of the incomplete line. */
  #pieces: Buffer[] = [];
  #size = 0;
  #lines: Buffer[] = [];
  #isOver = false;
  readonly #readText: (text: string) => string;
  readonly #onTooLong: () => void;

  /** @param onTooLong called if a line is too long; nothing more is read after that */
  constructor(readText: (text: string) => string, onTooLong: () => void) {
    this.#readText = readText;
    this.#onTooLong = onTooLong;
  }

  append(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      if (!this.#add(chunk.subarray(start, end))) return;
      this.#lines.push(Buffer.concat(this.#pieces));
      this.#pieces = [];
      this.#size = 0;
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  #add(piece: Buffer): boolean {
    if (this.#isOver) return false;
    this.#pieces.push(piece);
    this.#size += piece.length;
    this.#isOver = this.#size > MAX_MESSAGE_BYTES;
    if (!this.#isOver) return true;
    this.#pieces = [];
    this.#onTooLong();
    return false;
  }

  /** Reads the next message. @throws SyntaxError for a line that is not JSON, and the SDK's error for JSON that is not a message */
  readMessage(): JSONRPCMessage | null {
    const line = this.#lines.shift();
    return line === undefined ? null : deserializeMessage(this.#readText(line.toString('utf8')));
  }

  clear(): void {
    this.#pieces = [];
    this.#size = 0;
    this.#lines = [];
  }
}
