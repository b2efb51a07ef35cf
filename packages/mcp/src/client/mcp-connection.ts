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
  /** The agreed revision of the protocol, e.g. `2026-07-28`. A reconnection may change it. */
  readonly revision: string;
  /** The server's instructions for models. */
  readonly instructions: string | undefined;
  /** The allowed tools, with the prefix. The same array is returned until the server changes its list. */
  readonly tools: readonly Tool[];
  /**
   * Registers all tools or none, and keeps them up to date.
   * @returns a function that unregisters them
   * @throws ToolwrightError `DUPLICATE_TOOL`, or `INVALID_TOOL` for an invalid name
   */
  addTo(registry: RegistryLike): () => void;
  /** The current state of the allowed tools, for the option `lock`. `writeLock` of `@toolwright/json-schema` formats it as a file. */
  toLock(): ToolLock;
  /**
   * Lists the resources of the server. An entry that violates the protocol is left out with a `warning`.
   * @returns rejects with `INVALID_RESPONSE` for a list of more than `maxListed` entries, or one that never ends
   */
  listResources(options?: ContentOptions): Promise<readonly RemoteResource[]>;
  /** Lists the resource templates of the server, like {@link listResources}. */
  listResourceTemplates(options?: ContentOptions): Promise<readonly RemoteResourceTemplate[]>;
  /** Reads a resource. @returns rejects with `UNKNOWN_RESOURCE` for a URI that the server does not know */
  readResource(uri: string, options?: ContentOptions): Promise<readonly ResourceContents[]>;
  /**
   * Calls `listener` when a resource may have changed, including after a reconnection.
   * @returns a function that ends the subscription; rejects with `UNSUPPORTED` if the server does not report changes
   */
  subscribe(uri: string, listener: (uri: string) => void): Promise<() => Promise<void>>;
  /** Lists the prompts of the server, like {@link listResources}. */
  listPrompts(options?: ContentOptions): Promise<readonly RemotePrompt[]>;
  getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    options?: ContentOptions,
  ): Promise<RenderedPrompt>;
  /** Suggests values for a variable of a template (`resource`) or an argument of a prompt (`prompt`). */
  complete(request: CompletionRequest, options?: ContentOptions): Promise<Completion>;
  /**
   * Sends any other request of the protocol, such as `logging/setLevel`.
   * @returns the unvalidated result; rejects with a `ToolwrightError`
   */
  request(
    method: string,
    params?: JsonObject,
    options?: { readonly signal?: AbortSignal },
  ): Promise<JsonObject>;
  /** Ends the session and any process that was started. Running calls fail. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
