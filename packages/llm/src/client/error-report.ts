import {
  errorMessage,
  type GenerateOptions,
  isToolwrightError,
  type LLMNotice,
  type Redaction,
} from '@toolwright/contract';
import { isErrorLike, type Redactor } from '../faults/redact.js';
import type { BatchSource } from '../reply/batched-stream.js';
import type { ModelRequest } from './wire.js';

/** Which call a report is of. */
export interface ReportedCall {
  readonly provider: string;
  readonly model: string;
  readonly streamed: boolean;
  readonly request: ModelRequest;
  /** Knows the secrets of the call. */
  readonly redact: Redactor;
  /** Knows those of the surroundings, and what the user calls one. */
  readonly redaction: Redaction;
}

/** Writes down a call that has failed for good, so that it can be looked at later. */
export class ErrorReport {
  readonly #folder: string;
  readonly #call: ReportedCall;
  readonly #started = new Date();
  readonly #notices: LLMNotice[] = [];

  constructor(folder: string, call: ReportedCall) {
    this.#folder = folder;
    this.#call = call;
  }

  /** The options of the call; what happens on the way is kept for the report as well. */
  get options(): GenerateOptions {
    const { options } = this.#call.request;
    const onEvent = (notice: LLMNotice) => {
      this.#notices.push(notice);
      options.onEvent?.(notice);
    };
    return { ...options, onEvent };
  }

  /** Gives what the work gives; where that fails, the report is written before the error goes on. */
  async watch<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // What the caller has ended is no failure.
      if (!isToolwrightError(error) || error.code !== 'ABORTED') await this.#write(error);
      throw error;
    }
  }

  stream<T>(source: BatchSource<T>): BatchSource<T> {
    return { next: () => this.watch(() => source.next()), close: () => source.close() };
  }

  /** Tells the caller where the report is. One that cannot be written must not hide the error that it is of. */
  async #write(error: unknown): Promise<void> {
    const { onEvent } = this.#call.request.options;
    try {
      const path = await this.#writeFile(error);
      onEvent?.({ type: 'warning', message: `The failed request is reported in ${path}.` });
    } catch (failure) {
      const reason = this.#call.redact(errorMessage(failure));
      onEvent?.({ type: 'warning', message: `No error report could be written: ${reason}` });
    }
  }

  async #writeFile(error: unknown): Promise<string> {
    const [{ mkdir, writeFile }, { join }, { randomUUID }] = await Promise.all([
      import('node:fs/promises'),
      import('node:path'),
      import('node:crypto'),
    ]);
    await mkdir(this.#folder, { recursive: true });
    const time = new Date().toISOString();
    const id = randomUUID().slice(0, 8);
    const path = join(this.#folder, `${time.replace(/[:.]/g, '-')}-${this.#call.provider}-${id}.json`);
    const { redact, redaction } = this.#call;
    const written = JSON.stringify(
      this.#describe(error, time),
      (name, value: unknown) => {
        const shown = redaction.redactMember(name, value);
        return typeof shown === 'string' ? redact(shown) : shown;
      },
      2,
    );
    // What was asked is nobody else's.
    await writeFile(path, `${written}\n`, { flag: 'wx', mode: 0o600 });
    return path;
  }

  #describe(error: unknown, time: string): object {
    const { provider, model, streamed, request } = this.#call;
    const { messages, tools, options } = request;
    const { signal: _signal, onEvent: _onEvent, mcpServers, ...asked } = options;
    return {
      time,
      started: this.#started.toISOString(),
      provider,
      model,
      streamed,
      error: describeError(error),
      retries: this.#notices.filter(({ type }) => type === 'retry'),
      request: {
        messages,
        tools: tools.map(({ name }) => name),
        // Their addresses and headers may be secrets.
        ...(mcpServers && { mcpServers: mcpServers.map(({ name }) => name) }),
        options: asked,
      },
    };
  }
}

/** An error with its causes, as JSON. */
function describeError(error: unknown, depth = 4): object | undefined {
  if (error === undefined || error === null || depth === 0) return undefined;
  if (!isErrorLike(error)) return { message: errorMessage(error) };
  const { name, message, code, cause, stack } = error;
  const known = isToolwrightError(error) ? error : undefined;
  const { blame, hint, status, requestId } = known ?? {};
  return {
    name,
    code,
    message,
    blame,
    hint,
    status,
    requestId,
    stack,
    cause: describeError(cause, depth - 1),
  };
}
