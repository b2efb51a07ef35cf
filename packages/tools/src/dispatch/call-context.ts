import { type JsonValue, randomUuid, type ToolContext } from '@toolwright/contract';
import { maskSecrets, maskSecretsIn } from '@toolwright/redaction';
import type { ExecuteOptions } from './call-options.js';
import { reported } from './reported.js';

/** The context of one call. Members are created on first use and may be destructured. */
export class CallContext implements ToolContext {
  readonly toolName: string;
  readonly #options: ExecuteOptions;
  readonly #hasDeadline: boolean;
  #controller: AbortController | undefined;
  #callId: string | undefined;
  #state: Map<string, unknown> | undefined;
  #cutBy: Error | undefined;
  #isOver = false;

  /** @param hasDeadline whether the call may be stopped by something other than `options.signal` */
  constructor(toolName: string, options: ExecuteOptions, hasDeadline: boolean) {
    this.toolName = toolName;
    this.#options = options;
    this.#hasDeadline = hasDeadline;
  }

  get signal(): AbortSignal {
    const { signal } = this.#options;
    if (signal !== undefined && !this.#hasDeadline) return signal;
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cutBy !== undefined) this.#controller.abort(this.#cutBy);
    }
    return this.#controller.signal;
  }

  get inner(): string | undefined {
    return this.#options.inner;
  }

  get app(): unknown {
    return this.#options.context;
  }

  get callId(): string {
    this.#callId ??= this.#options.callId ?? `call_${randomUuid()}`;
    return this.#callId;
  }

  get state(): Map<string, unknown> {
    this.#state ??= this.#options.state ?? new Map();
    return this.#state;
  }

  get log(): ToolContext['log'] {
    return (message, data) => {
      if (this.#isOver) return;
      this.#options.onLog?.(
        maskSecrets(message),
        data === undefined ? undefined : maskSecretsIn(reported(data)),
      );
    };
  }

  get progress(): ToolContext['progress'] {
    return (value: JsonValue) => {
      if (!this.#isOver) this.#options.onProgress?.(maskSecretsIn(reported(value)));
    };
  }

  /** Marks the call as finished, so that later logs and progress are ignored. If `cutBy` is given, aborts the signal with it. */
  end(cutBy?: Error): void {
    this.#isOver = true;
    if (cutBy === undefined) return;
    this.#cutBy = cutBy;
    this.#controller?.abort(cutBy);
  }
}
