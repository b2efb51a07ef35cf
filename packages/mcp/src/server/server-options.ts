import type { JsonObject, JsonValue } from '@toolwright/contract';
import type { McpContent } from '../content.js';
import type { McpRequest } from './context-for.js';
import type { McpCall } from './mcp-call.js';
import type { ServedPrompts } from './served-tools.js';
import type { TaskOptions } from './tasks/task-options.js';

/** Options that do not depend on the transport. */
export interface ServerOptions {
  /** Default: `toolwright`. */
  readonly name?: string | undefined;
  /** The version of the program. Default: `0.0.0`. */
  readonly version?: string | undefined;
  readonly title?: string | undefined;
  /** Describes the server as a whole to the client's model. */
  readonly instructions?: string | undefined;
  readonly prompts?: ServedPrompts | undefined;
  /** Descriptions and arguments of prompts, by name. The arguments of prompts that are functions must be listed here. */
  readonly promptDetails?: Readonly<Record<string, PromptDetails>> | undefined;
  /**
   * Who approves calls of tools with `needsApproval`. `ask` (default): the person at the client, through elicitation; a client without
   * elicitation cannot call them. `client`: the client itself is responsible.
   */
  readonly approval?: 'ask' | 'client' | undefined;
  /** Returns the context that tools read as `context.app`, for each call. If it throws, the call fails. */
  readonly contextFor?: ((request: McpRequest) => unknown) | undefined;
  /** Returns the content of a result, such as images; undefined for the default text. */
  readonly content?: ((tool: string, result: JsonValue) => readonly McpContent[] | undefined) | undefined;
  /**
   * Returns the messages of a prompt; undefined for the default, a single message with the text. The function may ask the client through
   * `call`.
   */
  readonly promptMessages?:
    | ((
        prompt: string,
        args: Readonly<Record<string, string>>,
        call: McpCall,
      ) => PromptMessages | Promise<PromptMessages>)
    | undefined;
  /**
   * Turns long calls into tasks, for clients that support the extension `io.modelcontextprotocol/tasks` of 2026-07-28: the client gets a handle
   * and polls for the result. Tasks are kept in memory. Default: no tasks.
   */
  readonly tasks?: TaskOptions | undefined;
  /**
   * Returns suggested values for a variable of a resource template or an argument of a prompt. If it returns undefined, the literals of the
   * variable's type are suggested. At most 100 values are sent.
   */
  readonly complete?:
    | ((request: CompletionRequest) => readonly string[] | undefined | Promise<readonly string[] | undefined>)
    | undefined;
  /**
   * How long clients may cache lists and resources, in milliseconds, since revision 2026-07-28. `public`: shared caches may store the
   * results for all clients. Default: no caching. Subscribed clients are notified of changes in any case.
   */
  readonly cache?: { readonly ttlMs: number; readonly scope?: 'public' | 'private' | undefined } | undefined;
  /** Further capabilities, e.g. `{ resources: { subscribe: true } }`. By default, those of `handlers` are declared without members. */
  readonly capabilities?: Readonly<Record<string, JsonObject>> | undefined;
  /** Handlers of other requests, by method, e.g. `resources/list`. They replace the built-in handlers for the registry's resources. */
  readonly handlers?: Readonly<Record<string, McpHandler>> | undefined;
}

/** A client's request for suggested values of a template variable or a prompt argument. */
export interface CompletionRequest {
  /** The template of a resource. */
  readonly resource?: string | undefined;
  /** The name of a prompt. */
  readonly prompt?: string | undefined;
  /** The name of the variable or the argument. */
  readonly argument: string;
  /** The text that the user has entered so far. */
  readonly value: string;
  /** The values of other variables or arguments. */
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

/** Returns the result of a request. An error that it throws becomes a protocol error. */
export type McpHandler = (params: JsonObject) => JsonObject | Promise<JsonObject>;
