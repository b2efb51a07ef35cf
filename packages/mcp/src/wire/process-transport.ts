import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { deserializeMessage, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/client/stdio';
import { MAX_MESSAGE_BYTES } from './limit-response.js';

/**
 * A server that runs as a child process. Not the SDK's own class: for that, the SDK starts a second process to learn which revision the
 * server speaks. And the SDK skips lines that are not JSON in silence, which this class reports.
 */
export class ProcessTransport extends StdioClientTransport {
  #closing: Promise<void> | undefined;

  constructor(server: StdioServerParameters) {
    super(server);
    Reflect.set(this, '_readBuffer', new LineBuffer());
  }

  /** Waits until the process has ended: the SDK ends it in several steps, and does not wait for the last one. */
  override close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    // The SDK keeps it to itself.
    const child = Reflect.get(this, '_process') as ChildProcess | undefined;
    await super.close();
    const isRunning = child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
    if (isRunning) await Promise.race([once(child, 'exit'), sleep(MAX_END_MS, undefined, { ref: false })]);
  }
}

/** How long a killed process may take to end, in milliseconds. */
const MAX_END_MS = 5_000;

/** What the SDK calls to get messages from the process's output. */
class LineBuffer {
  /** Pieces of a line that is not complete yet. */
  #pieces: Buffer[] = [];
  #size = 0;
  #lines: Buffer[] = [];

  /** @throws Error for a line that is too long; the SDK then ends the process */
  append(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      this.#lines.push(Buffer.concat([...this.#pieces, chunk.subarray(start, end)]));
      this.#pieces = [];
      this.#size = 0;
      start = end + 1;
    }
    this.#pieces.push(chunk.subarray(start));
    this.#size += chunk.length - start;
    if (this.#size > MAX_MESSAGE_BYTES)
      throw new Error(`A message is larger than ${MAX_MESSAGE_BYTES} bytes.`);
  }

  /** @throws SyntaxError for a line that is not JSON, and the SDK's error for one that is not a message */
  readMessage(): JSONRPCMessage | null {
    const line = this.#lines.shift();
    return line === undefined ? null : deserializeMessage(line.toString('utf8'));
  }

  clear(): void {
    this.#pieces = [];
    this.#size = 0;
    this.#lines = [];
  }
}
