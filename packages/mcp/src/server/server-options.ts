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
  /** The version of your program. Default: `0.0.0`. */
  readonly version?: string | undefined;
  readonly title?: string | undefined;
  /** Describes the server as a whole to the client's model. */
  readonly instructions?: string | undefined;
  readonly prompts?: ServedPrompts | undefined;
  /** Descriptions and arguments of prompts, by prompt name. If a prompt is a function, its arguments must be listed here. */
  readonly promptDetails?: Readonly<Record<string, PromptDetails>> | undefined;
  /**
   * Sets who approves calls to tools with `needsApproval`. `ask` (default): the user of the client, through elicitation; clients without
   * elicitation cannot call these tools. `client`: the client itself is responsible.
   */
  readonly approval?: 'ask' | 'client' | undefined;
  /** Returns the context that tools read as `context.app`. Called for each call and resource read, which fail if it throws. */
  readonly contextFor?: ((request: McpRequest) => unknown) | undefined;
  /** Returns the content of a result, such as images, or undefined for the default text. */
  readonly content?: ((tool: string, result: JsonValue) => readonly McpContent[] | undefined) | undefined;
  /**
   * Returns the messages of a prompt, or undefined for the default: a single message with the text. The function can ask the client
   * questions through `call`.
   */
  readonly promptMessages?:
    | ((
        prompt: string,
        args: Readonly<Record<string, string>>,
        call: McpCall,
      ) => PromptMessages | Promise<PromptMessages>)
    | undefined;
  /**
   * Turns long calls into tasks, for clients that support the extension `io.modelcontextprotocol/tasks` of 2026-07-28. The client receives
   * a handle and polls for the result. Tasks are kept in memory. Default: no tasks.
   */
  readonly tasks?: TaskOptions | undefined;
  /**
   * Suggests values for a resource template variable or a prompt argument. If the function returns undefined, the literals of the
   * variable's type are suggested. At most 100 values are sent.
   */
  readonly complete?:
    | ((request: CompletionRequest) => readonly string[] | undefined | Promise<readonly string[] | undefined>)
    | undefined;
  /**
   * How long clients may cache lists and resources, in milliseconds; applies since revision 2026-07-28. `public`: shared caches may store
   * one result for all clients. Default: no caching. Subscribed clients are notified of changes in any case.
   */
  readonly cache?: { readonly ttlMs: number; readonly scope?: 'public' | 'private' | undefined } | undefined;
  /** Additional capabilities, e.g. `{ resources: { subscribe: true } }`. Those of `handlers` are declared by default, without members. */
  readonly capabilities?: Readonly<Record<string, JsonObject>> | undefined;
  /** Handlers for other requests, by method, e.g. `resources/list`. They replace the built-in handlers for the registry's resources. */
  readonly handlers?: Readonly<Record<string, McpHandler>> | undefined;
}

/** A client's request for suggested values for a template variable or a prompt argument. */
export interface CompletionRequest {
  /** The URI template of a resource. */
  readonly resource?: string | undefined;
  /** The name of the prompt. */
  readonly prompt?: string | undefined;
  /** The name of the variable or the argument. */
  readonly argument: string;
  /** The text that the user has entered so far. */
  readonly value: string;
  /** The values of other variables or arguments. */
  readonly given?: Readonly<Record<string, string>> | undefined;
}

/** The details of a server's prompt. */
export interface PromptDetails {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Default: the variables of the prompt template, all required. */
  readonly arguments?: readonly PromptArgument[] | undefined;
}

type PromptMessages = readonly McpPromptMessage[] | undefined;

/** A message of a server's prompt. */
export interface McpPromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: McpContent;
}

/** An argument of a server's prompt. */
export interface PromptArgument {
  readonly name: string;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

/** Returns the result of a request. An error thrown by the handler becomes a protocol error. */
export type McpHandler = (params: JsonObject) => JsonObject | Promise<JsonObject>;
