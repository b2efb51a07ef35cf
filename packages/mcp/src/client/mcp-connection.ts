import type { JsonObject } from '@toolwright/contract';
import type { Tool } from '@toolwright/tools';
import type { RegistryLike } from './follow-tools.js';

/** A server whose tools can be used. */
export interface McpConnection {
  readonly server: { readonly name: string; readonly version: string; readonly title?: string | undefined };
  /** What the server wants its users' models to be told. */
  readonly instructions: string | undefined;
  /** Those that were allowed, with the prefix; the same array until the server changes its list. */
  readonly tools: readonly Tool[];
  /**
   * Puts the tools into a registry, all or none, and keeps them up to date there.
   * @returns Takes them out again.
   * @throws ToolwrightError `DUPLICATE_TOOL`, or `INVALID_TOOL` for a name that no registry takes.
   */
  addTo(registry: RegistryLike): () => void;
  /**
   * Any other request of the protocol, such as `resources/read`: gives the result as the server wrote it.
   * @returns Rejects with a `ToolwrightError`.
   */
  request(
    method: string,
    params?: JsonObject,
    options?: { readonly signal?: AbortSignal },
  ): Promise<JsonObject>;
  /** Ends the session, and the process where one was started; its calls fail. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
