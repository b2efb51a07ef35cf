import type { JsonObject, ResourceContents } from '@toolwright/contract';
import type { ToolLock } from '@toolwright/json-schema';
import type { Tool } from '@toolwright/tools';
import type { CompletionRequest } from '../server/server-options.js';
import type { RegistryLike } from './follow-tools.js';
import type {
  Completion,
  RemotePrompt,
  RemoteResource,
  RemoteResourceTemplate,
  RenderedPrompt,
} from './remote-resources.js';
import type { ContentOptions } from './server-content.js';

/** A connected server. */
export interface McpConnection {
  readonly server: { readonly name: string; readonly version: string; readonly title?: string | undefined };
  /** The negotiated protocol revision, e.g. `2026-07-28`. It can change after a reconnection. */
  readonly revision: string;
  /** The server's instructions for models. */
  readonly instructions: string | undefined;
  /** The allowed tools, with prefixed names. Returns the same array until the server's list changes. */
  readonly tools: readonly Tool[];
  /**
   * Registers all tools or none, and keeps them up to date.
   * @returns a function that unregisters them
   * @throws ToolwrightError `DUPLICATE_TOOL`, or `INVALID_TOOL` for an invalid name
   */
  addTo(registry: RegistryLike): () => void;
  /** Returns the current state of the allowed tools, for the option `lock`. `writeLock` of `@toolwright/json-schema` formats it. */
  toLock(): ToolLock;
  /**
   * Lists the server's resources. Skips an entry that violates the protocol, with a `warning`.
   * @returns rejects with `INVALID_RESPONSE` for a list of more than `maxListed` entries, or one that never ends
   */
  listResources(options?: ContentOptions): Promise<readonly RemoteResource[]>;
  /** Lists the server's resource templates, like {@link listResources}. */
  listResourceTemplates(options?: ContentOptions): Promise<readonly RemoteResourceTemplate[]>;
  /** Reads a resource. @returns rejects with `UNKNOWN_RESOURCE` if the server does not know the URI */
  readResource(uri: string, options?: ContentOptions): Promise<readonly ResourceContents[]>;
  /**
   * Calls `listener` when a resource may have changed, including after a reconnection.
   * @returns a function that ends the subscription; rejects with `UNSUPPORTED` if the server does not report changes
   */
  subscribe(uri: string, listener: (uri: string) => void): Promise<() => Promise<void>>;
  /** Lists the server's prompts, like {@link listResources}. */
  listPrompts(options?: ContentOptions): Promise<readonly RemotePrompt[]>;
  getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    options?: ContentOptions,
  ): Promise<RenderedPrompt>;
  /** Suggests values for a template variable (`resource`) or a prompt argument (`prompt`). */
  complete(request: CompletionRequest, options?: ContentOptions): Promise<Completion>;
  /**
   * Sends any other protocol request, such as `logging/setLevel`.
   * @returns the unvalidated result; rejects with a `ToolwrightError`
   */
  request(
    method: string,
    params?: JsonObject,
    options?: { readonly signal?: AbortSignal },
  ): Promise<JsonObject>;
  /** Closes the session and terminates the process that was started, if any. Running calls fail. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
