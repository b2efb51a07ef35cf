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
  /** What the allowed tools are now, for the option `lock`. `writeLock` of `@toolwright/json-schema` makes a file of it. */
  toLock(): ToolLock;
  /**
   * The resources of the server; none if it does not offer any. An entry that breaks the protocol is left out, with a `warning`.
   * @returns rejects with `INVALID_RESPONSE` for a list of more than `maxListed` entries, or one that never ends
   */
  listResources(options?: ContentOptions): Promise<readonly RemoteResource[]>;
  /** The same of templates. */
  listResourceTemplates(options?: ContentOptions): Promise<readonly RemoteResourceTemplate[]>;
  /** @returns rejects with `UNKNOWN_RESOURCE` for a URI that the server does not know */
  readResource(uri: string, options?: ContentOptions): Promise<readonly ResourceContents[]>;
  /**
   * Calls `listener` when a resource may have changed, also after a reconnection.
   * @returns a function that ends it; rejects with `UNSUPPORTED` if the server does not report changes
   */
  subscribe(uri: string, listener: (uri: string) => void): Promise<() => Promise<void>>;
  /** The prompts of the server, as `listResources`. */
  listPrompts(options?: ContentOptions): Promise<readonly RemotePrompt[]>;
  getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    options?: ContentOptions,
  ): Promise<RenderedPrompt>;
  /** Values for a variable of a template (`resource`), or for an argument of a prompt (`prompt`). */
  complete(request: CompletionRequest, options?: ContentOptions): Promise<Completion>;
  /**
   * Sends any other request of the protocol, such as `logging/setLevel`.
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
