import type { JsonObject, JsonValue } from '@toolwright/contract';
import type { McpContent } from '../content.js';
import type { ServedPrompts } from './served-prompts.js';

/** What a server says of itself, and how it answers. */
export interface ServerOptions {
  /** Default: `toolwright`. */
  readonly name?: string | undefined;
  /** Of the program that is served. Default: `0.0.0`. */
  readonly version?: string | undefined;
  readonly title?: string | undefined;
  /** What the client's model is told of the server as a whole. */
  readonly instructions?: string | undefined;
  readonly prompts?: ServedPrompts | undefined;
  /** What prompts that are functions take, and descriptions, by the name of the prompt. */
  readonly promptDetails?: Readonly<Record<string, PromptDetails>> | undefined;
  /**
   * Who agrees to calls of tools that are marked `needsApproval`. `ask` (default): the person at the client, through the protocol's
   * elicitation; where the client has none, the call is refused. `client`: whatever the client does by itself.
   */
  readonly approval?: 'ask' | 'client' | undefined;
  /** Gives content of other kinds, such as images, for a result; undefined for the usual text. */
  readonly content?: ((tool: string, result: JsonValue) => readonly McpContent[] | undefined) | undefined;
  /** Gives the messages of a prompt that are more than one text; undefined for the usual one. */
  readonly promptMessages?:
    | ((prompt: string, args: Readonly<Record<string, string>>) => readonly McpPromptMessage[] | undefined)
    | undefined;
  /** What the server can do beside tools and prompts, e.g. `{ resources: {} }`. Needs handlers. */
  readonly capabilities?: Readonly<Record<string, JsonObject>> | undefined;
  /** Answers to requests that a registry cannot answer, by method, e.g. `resources/list`. */
  readonly handlers?: Readonly<Record<string, McpHandler>> | undefined;
}

export interface PromptDetails {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Default: the variables of the template, all of them required. */
  readonly arguments?: readonly PromptArgument[] | undefined;
}

export interface McpPromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: McpContent;
}

export interface PromptArgument {
  readonly name: string;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

/** Gives the result of a request. What it throws becomes the protocol's error. */
export type McpHandler = (params: JsonObject) => JsonObject | Promise<JsonObject>;
