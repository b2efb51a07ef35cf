import type { JsonValue } from '@toolwright/contract';
import type { ToolLock } from '@toolwright/json-schema';
import type { ElicitAnswer, ElicitRequest, MessageAnswer, MessageRequest } from '../server/mcp-call.js';
import type { OAuthOptions } from './oauth/oauth-options.js';

/** Which server to connect to, and how to use its tools. */
export type ConnectMcpOptions = (CommandOptions | UrlOptions) & SharedOptions;

/** A server that runs as a child process and communicates over standard input and output. */
export interface CommandOptions {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Added to a few basic variables such as PATH. The server gets no other variables of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  /** Receives the server's standard error. Errors show its last lines in any case. */
  readonly onStderr?: ((text: string) => void) | undefined;
  readonly url?: undefined;
}

/** A server reached over Streamable HTTP. */
export interface UrlOptions {
  readonly url: string | URL;
  /** Sent as `Authorization: Bearer …`. */
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** OAuth settings: how to get and store tokens, and how to ask the person. */
  readonly oauth?: OAuthOptions | undefined;
  /** An `OAuthClientProvider` of the official SDK, as an alternative to `oauth`. */
  readonly authProvider?: object | undefined;
  /**
   * Called after the provider has sent the person to the authorization server. Returns the authorization code, or the query of the redirect
   * URL, which also contains the issuer. Authorization servers that announce the issuer require the query.
   */
  readonly authorizationCode?:
    | ((request: { readonly signal: AbortSignal }) => Promise<AuthorizationCode>)
    | undefined;
  /**
   * Accept an authorization server whose metadata names another issuer, as some multi-tenant providers do. Default: false, because the
   * metadata could belong to another server.
   */
  readonly anyIssuer?: boolean | undefined;
  readonly command?: undefined;
}

/** The response of an authorization server: the code, or the query of the redirect URL. */
export type AuthorizationCode = string | URLSearchParams;

/** A revision of the protocol: the current one, or the last one with sessions. */
export type McpRevision = '2026-07-28' | '2025-11-25';

/** Options that all transports of `connectMcp` share. */
export interface SharedOptions {
  /** Added before each name: `prefix: 'files_'` turns `read` into `files_read`. */
  readonly prefix?: string | undefined;
  /**
   * Which tools to use, by the server's own names. Default: all. An unknown name is an error. A list of names allows the tools as they are at
   * the first connection: a tool that changes later is left out with a warning (`TOOL_CHANGED`).
   */
  readonly allow?: readonly string[] | ((tool: RemoteToolInfo) => boolean) | undefined;
  /**
   * The lock of the tools: the path of a file that `toolwright mcp lock` wrote, or its content. A tool whose description, schema or
   * annotations differ from the lock is left out with a warning (`TOOL_CHANGED`), at any time.
   */
  readonly lock?: string | ToolLock | undefined;
  /** Which tools need a person's approval in a run: all, these names, or those the function selects. Default: none. */
  readonly needsApproval?: boolean | readonly string[] | ((tool: RemoteToolInfo) => boolean) | undefined;
  /**
   * Trust the server's claims that a tool is read-only or idempotent. Default: false, because a tool with a false claim could be executed
   * without approval, or twice.
   */
  readonly trusted?: boolean | undefined;
  /** How long a call may go without an answer or progress, in milliseconds. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** The timeout for connecting and for listing the tools, in milliseconds. Default: 30,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** The maximum number of tools. A longer list is refused. Default: 2,000. */
  readonly maxTools?: number | undefined;
  /** The maximum number of resources, templates or prompts. A longer list is refused. Default: 2,000. */
  readonly maxListed?: number | undefined;
  /**
   * The maximum length of descriptions, titles, instructions and texts in schemas, in characters. Longer texts are truncated with a warning. A
   * tool whose schemas are more than 16 times as long is left out. Default: 16,384.
   */
  readonly maxDescription?: number | undefined;
  /** How often to reconnect to a lost server; each delay doubles. Default: 5 attempts, the first after 250 ms. */
  readonly reconnect?: { readonly attempts?: number; readonly delayMs?: number } | false | undefined;
  /**
   * The revision of the protocol. `2026-07-28` refuses older servers. `2025-11-25` also accepts older revisions, and does not ask the server
   * whether it supports a newer one. Default: the newest that both sides support.
   */
  readonly revision?: McpRevision | undefined;
  /** Aborts connecting. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How to handle content other than text. Default: images, recordings and embedded files become content of the result, which models that
   * support it receive. `describe` replaces them by a line of text. `keep` returns all parts unchanged as data; with structured content, they
   * remain content of the result.
   */
  readonly content?: 'describe' | 'keep' | undefined;
  readonly onEvent?: ((event: McpEvent) => void) | undefined;
  /** Folders in which the server may work, as `file:` URLs. */
  readonly roots?: readonly string[] | undefined;
  /** Answers the server's questions to the person. Default: the client does not offer elicitation. */
  readonly onElicit?: ((request: ElicitRequest) => Promise<ElicitAnswer>) | undefined;
  /** Answers the server's sampling requests. Default: the client does not offer sampling. */
  readonly onCreateMessage?: ((request: MessageRequest) => Promise<MessageAnswer>) | undefined;
}

/** How a server describes a tool. */
export interface RemoteToolInfo {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  /** The server's claim, which may be false. */
  readonly readOnly: boolean;
  readonly destructive: boolean;
}

/** Events of a connection outside of calls. */
export type McpEvent =
  /** The server's tools have changed. `tools` contains the current names with the prefix. */
  | { readonly type: 'tools-change'; readonly tools: readonly string[] }
  | { readonly type: 'disconnect'; readonly reason: string }
  | { readonly type: 'reconnect'; readonly attempt: number }
  /** After a reconnection the server speaks another revision of the protocol. */
  | { readonly type: 'revision-change'; readonly revision: string }
  /** A problem that does not end the connection, such as a failed update of the tools or a line that is not a message. */
  | { readonly type: 'warning'; readonly message: string; readonly error: unknown }
  | {
      readonly type: 'log';
      readonly level: string;
      readonly logger?: string | undefined;
      readonly data: JsonValue;
    };
