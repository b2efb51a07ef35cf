import type { JsonValue } from '@toolwright/contract';
import type { Coercion } from '../validation/arguments/check-arguments.js';

/** How one call is made; everything is optional. */
export interface ExecuteOptions extends SyncCallOptions {
  /** Milliseconds until the call is answered with an error, also when the tool never returns; `Infinity` for none. Default: the tool's own `timeoutMs`, else none. */
  readonly timeoutMs?: number | undefined;
}

/** Options of `registry.callSync`. */
export interface SyncCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The model's id of the call. Default: a random one. */
  readonly callId?: string | undefined;
  /** What `context.state` is. Default: a new map. */
  readonly state?: Map<string, unknown> | undefined;
  /** Gets what the tool logs while the call runs. What it throws fails the call. */
  readonly onLog?: ((message: string, data?: JsonValue) => void) | undefined;
  /** Gets what the tool reports or yields while the call runs. What it throws fails the call. */
  readonly onProgress?: ((value: JsonValue) => void) | undefined;
  /** Default: `safe` in `execute`, `none` in `call`, `callSync` and `validate`. */
  readonly coercion?: Coercion | undefined;
}
