import {
  builtInModule,
  describePart,
  errorMessage,
  isContentPart,
  isToolwrightError,
  type LLMNotice,
  randomUuid,
} from '@toolwright/contract';
import type { Redaction } from '@toolwright/redaction';
import { isErrorLike, type Redactor } from '../../faults/redact.js';
import type { Call, Link } from './link.js';

export interface ReportOptions {
  readonly folder: string;
  readonly provider: string;
  readonly model: string;
  /** Returns the redaction of secrets from the environment and the configuration. */
  readonly redaction: () => Redaction;
}

/** Writes a report for each call that fails after all retries. */
export function report(options: ReportOptions): Link {
  return (next) => async (call) => {
    const written = new ErrorReport(options, call);
    const source = await written.watch(() => next({ ...call, options: written.options }));
    return { next: () => written.watch(() => source.next()), close: () => source.close() };
  };
}

class ErrorReport {
  readonly #about: ReportOptions;
  readonly #call: Call;
  readonly #started = new Date();
  readonly #notices: LLMNotice[] = [];

  constructor(about: ReportOptions, call: Call) {
    this.#about = about;
    this.#call = call;
  }

  /** The options of the call. Events are also recorded for the report. */
  get options(): Call['options'] {
    const { options } = this.#call;
    const onEvent = (notice: LLMNotice) => {
      this.#notices.push(notice);
      options.onEvent?.(notice);
    };
    return { ...options, onEvent };
  }

  /** Returns the result of the work. If the work fails, writes a report before the error is thrown. */
  async watch<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // An abort by the caller is not a failure.
      if (!isToolwrightError(error) || error.code !== 'ABORTED') await this.#write(error);
      throw error;
    }
  }

  /** Writes the report and emits its path as a warning. A failure to write the report must not hide the original error. */
  async #write(error: unknown): Promise<void> {
    const { onEvent } = this.#call.options;
    try {
      const path = await this.#writeFile(error);
      onEvent?.({ type: 'warning', message: `An error report was written to ${path}.` });
    } catch (failure) {
      const reason = this.#redact(errorMessage(failure));
      onEvent?.({ type: 'warning', message: `The error report could not be written: ${reason}` });
    }
  }

  get #redact(): Redactor {
    return this.#call.wire.redact;
  }

  async #writeFile(error: unknown): Promise<string> {
    const [files, paths] = [builtInModule('fs')?.promises, builtInModule('path')];
    if (files === undefined || paths === undefined) throw new Error('This platform has no files.');
    const { folder, provider, redaction } = this.#about;
    await files.mkdir(folder, { recursive: true });
    const time = new Date().toISOString();
    const id = randomUuid().slice(0, 8);
    const path = paths.join(folder, `${time.replace(/[:.]/g, '-')}-${provider}-${id}.json`);
    const written = JSON.stringify(
      this.#describe(error, time),
      (name, value: unknown) => {
        // Images, files and audio are described instead of embedded.
        const told = isContentPart(value) && value.type !== 'text' ? describePart(value) : value;
        const shown = redaction().redactMember(name, told);
        return typeof shown === 'string' ? this.#redact(shown) : shown;
      },
      2,
    );
    // Only the owner may read the file, because it contains the request.
    await files.writeFile(path, `${written}\n`, { flag: 'wx', mode: 0o600 });
    return path;
  }

  #describe(error: unknown, time: string): object {
    const { provider, model } = this.#about;
    const { request, streaming: streamed } = this.#call;
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
        // The servers' URLs and headers may be secret.
        ...(mcpServers && { mcpServers: mcpServers.map(({ name }) => name) }),
        options: asked,
      },
    };
  }
}

/** Converts an error and its causes to JSON. */
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
