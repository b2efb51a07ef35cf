import type { JsonValue } from '@toolwright/contract';
import type { Coercion } from '../validation/arguments/check-arguments.js';

/** Options of one call. */
export interface ExecuteOptions extends SyncCallOptions {
  /** Set for a call that another tool makes; its arguments are not repaired unless `coercion` says so. */
  readonly inner?: string | undefined;
  /**
   * The time in milliseconds after which the call fails, even if the tool never returns. `Infinity` means no limit. Default: the tool's own
   * `timeoutMs`, or no limit.
   */
  readonly timeoutMs?: number | undefined;
}

/** Options of `registry.readResource`. */
export type ReadOptions = Pick<
  ExecuteOptions,
  'signal' | 'context' | 'timeoutMs' | 'state' | 'onLog' | 'onProgress'
>;

/** Options of `registry.callSync`. */
export interface SyncCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The model's id for the call. Default: a random id. */
  readonly callId?: string | undefined;
  /** The value of `context.app` in the tool. */
  readonly context?: unknown;
  /** The value of `context.state`. Default: a new map. */
  readonly state?: Map<string, unknown> | undefined;
  /** Receives the tool's log messages during the call. If it throws, the call fails. */
  readonly onLog?: ((message: string, data?: JsonValue) => void) | undefined;
  /** Receives the progress that the tool reports or yields during the call. If it throws, the call fails. */
  readonly onProgress?: ((value: JsonValue) => void) | undefined;
  /** Whether to repair types. Default: `safe` in `execute`; `none` in `call`, `callSync` and `validate`. */
  readonly coercion?: Coercion | undefined;
}
