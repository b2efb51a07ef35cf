import type { JsonObject, JsonValue } from '@toolwright/contract';
import type { McpContent } from '../content.js';
import type { McpRequest } from './context-for.js';
import type { McpCall } from './mcp-call.js';
import type { ServedPrompts } from './served-prompts.js';
import type { TaskOptions } from './tasks/task-options.js';

/** How a server describes itself and answers. */
export interface ServerOptions {
  /** Default: `toolwright`. */
  readonly name?: string | undefined;
  /** Version of the program. Default: `0.0.0`. */
  readonly version?: string | undefined;
  readonly title?: string | undefined;
  /** Describes the server as a whole to the client's model. */
  readonly instructions?: string | undefined;
  readonly prompts?: ServedPrompts | undefined;
  /** Descriptions and arguments of prompts, by name. A prompt that is a function needs its arguments here. */
  readonly promptDetails?: Readonly<Record<string, PromptDetails>> | undefined;
  /**
   * Who approves calls of tools marked `needsApproval`. `ask` (default): the person at the client, through elicitation; without
   * elicitation, the call is refused. `client`: the client decides by itself.
   */
  readonly approval?: 'ask' | 'client' | undefined;
  /** Returns what the tools read as `context.app`, for each call. If it throws, the call fails. */
  readonly contextFor?: ((request: McpRequest) => unknown) | undefined;
  /** Returns other content for a result, such as images; undefined for the default text. */
  readonly content?: ((tool: string, result: JsonValue) => readonly McpContent[] | undefined) | undefined;
  /**
   * Returns the messages of a prompt that has more than one text; undefined for the default message. It may ask the client through `call`.
   */
  readonly promptMessages?:
    | ((
        prompt: string,
        args: Readonly<Record<string, string>>,
        call: McpCall,
      ) => PromptMessages | Promise<PromptMessages>)
    | undefined;
  /**
   * Calls that take long become tasks, for clients that know the extension `io.modelcontextprotocol/tasks` of 2026-07-28: the client gets a
   * handle, and comes back for the result. Tasks are in memory. Default: no tasks.
   */
  readonly tasks?: TaskOptions | undefined;
  /**
   * Returns values for a variable of a resource's template or an argument of a prompt; undefined for the default: the literals of the
   * variable's type. Clients show at most 100.
   */
  readonly complete?:
    | ((request: CompletionRequest) => readonly string[] | undefined | Promise<readonly string[] | undefined>)
    | undefined;
  /**
   * How long a client may keep lists and resources, in milliseconds, since revision 2026-07-28. `public` results may also be kept for other
   * clients. Default: not at all. Clients that subscribe to changes hear of them anyway.
   */
  readonly cache?: { readonly ttlMs: number; readonly scope?: 'public' | 'private' | undefined } | undefined;
  /** Further capabilities, e.g. `{ resources: { subscribe: true } }`. Those of `handlers` are declared without members by default. */
  readonly capabilities?: Readonly<Record<string, JsonObject>> | undefined;
  /** Handlers of other requests, by method, e.g. `resources/list`. They replace those of the registry's own resources. */
  readonly handlers?: Readonly<Record<string, McpHandler>> | undefined;
}

/** A question of a client for values: of a variable of a template, or of an argument of a prompt. */
export interface CompletionRequest {
  /** The template of a resource. */
  readonly resource?: string | undefined;
  /** The name of a prompt. */
  readonly prompt?: string | undefined;
  /** The name of the variable or the argument. */
  readonly argument: string;
  /** The text so far. */
  readonly value: string;
  /** The variables or arguments that have values already. */
  readonly given?: Readonly<Record<string, string>> | undefined;
}

/** A prompt of a server, with its arguments. */
export interface PromptDetails {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Default: the variables of the template, all required. */
  readonly arguments?: readonly PromptArgument[] | undefined;
}

type PromptMessages = readonly McpPromptMessage[] | undefined;

/** A message of a prompt of a server. */
export interface McpPromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: McpContent;
}

/** An argument of a prompt of a server. */
export interface PromptArgument {
  readonly name: string;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

/** Returns the result of a request. What it throws becomes a protocol error. */
export type McpHandler = (params: JsonObject) => JsonObject | Promise<JsonObject>;
