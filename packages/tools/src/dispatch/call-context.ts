import { randomUUID } from 'node:crypto';
import type { JsonValue, ToolContext } from '@toolwright/contract';
import type { ExecuteOptions } from './call-options.js';

/** The context of one call. Its members are made when a tool first reads them, and may be taken out of it. */
export class CallContext implements ToolContext {
  readonly toolName: string;
  readonly #options: ExecuteOptions;
  readonly #hasDeadline: boolean;
  #controller: AbortController | undefined;
  #callId: string | undefined;
  #state: Map<string, unknown> | undefined;
  #cutBy: Error | undefined;
  #isOver = false;

  /** @param hasDeadline The call may be cut by more than `options.signal`. */
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

  get callId(): string {
    this.#callId ??= this.#options.callId ?? `call_${randomUUID()}`;
    return this.#callId;
  }

  get state(): Map<string, unknown> {
    this.#state ??= this.#options.state ?? new Map();
    return this.#state;
  }

  get log(): ToolContext['log'] {
    return (message, data) => {
      if (!this.#isOver) this.#options.onLog?.(message, data);
    };
  }

  get progress(): ToolContext['progress'] {
    return (value: JsonValue) => {
      if (!this.#isOver) this.#options.onProgress?.(value);
    };
  }

  /** The call is answered: what the tool still reports goes nowhere. With `cutBy`, the signal aborts. */
  end(cutBy?: Error): void {
    this.#isOver = true;
    if (cutBy === undefined) return;
    this.#cutBy = cutBy;
    this.#controller?.abort(cutBy);
  }
}
