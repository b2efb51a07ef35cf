import type { JsonObject } from '@toolwright/contract';
import type { ToolLock } from '@toolwright/schema';
import type { Tool } from '@toolwright/tools';
import type { RegistryLike } from './follow-tools.js';

/** A connected server. */
export interface McpConnection {
  readonly server: { readonly name: string; readonly version: string; readonly title?: string | undefined };
  /** The revision of the protocol that both sides speak, e.g. `2026-07-28`. A reconnection may change it. */
  readonly revision: string;
  /** The server's instructions for models. */
  readonly instructions: string | undefined;
  /** The allowed tools, with the prefix; the same array until the server changes its list. */
  readonly tools: readonly Tool[];
  /**
   * Registers all tools or none, and keeps them up to date.
   * @returns a function that unregisters them
   * @throws ToolwrightError `DUPLICATE_TOOL`, or `INVALID_TOOL` for an invalid name
   */
  addTo(registry: RegistryLike): () => void;
  /** What the allowed tools are now, for the option `lock`. `writeLock` of `@toolwright/schema` makes a file of it. */
  toLock(): ToolLock;
  /**
   * Sends any other request of the protocol, such as `resources/read`.
   * @returns the result as the server wrote it; rejects with a `ToolwrightError`
   */
  request(
    method: string,
    params?: JsonObject,
    options?: { readonly signal?: AbortSignal },
  ): Promise<JsonObject>;
  /** Ends the session and a started process; running calls fail. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
