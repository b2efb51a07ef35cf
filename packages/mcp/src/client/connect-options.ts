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
  /** Variables for the server, in addition to a few basic ones such as PATH. It inherits no other variables of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  /** Receives the server's standard error output. Errors include its last lines in any case. */
  readonly onStderr?: ((text: string) => void) | undefined;
  readonly url?: undefined;
}

/** A server reached over Streamable HTTP. */
export interface UrlOptions {
  readonly url: string | URL;
  /** Sent in the header `Authorization: Bearer …`. */
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** OAuth settings: how to get and store tokens, and how to ask the person for access. */
  readonly oauth?: OAuthOptions | undefined;
  /** An `OAuthClientProvider` of the official SDK, as an alternative to `oauth`. */
  readonly authProvider?: object | undefined;
  /**
   * Called after the provider has sent the person to the authorization server. Returns the authorization code or the query of the redirect
   * URL. Authorization servers that announce their issuer require the query, because it contains the issuer.
   */
  readonly authorizationCode?:
    | ((request: { readonly signal: AbortSignal }) => Promise<AuthorizationCode>)
    | undefined;
  /**
   * Accept an authorization server whose metadata names a different issuer, as with some multi-tenant providers. Default: false, because
   * the metadata could belong to another server.
   */
  readonly anyIssuer?: boolean | undefined;
  readonly command?: undefined;
}

/** The response of an authorization server: the code, or the query of the redirect URL. */
export type AuthorizationCode = string | URLSearchParams;

/** A protocol revision: the current one, or the last one with sessions. */
export type McpRevision = '2026-07-28' | '2025-11-25';

/** Options that `connectMcp` accepts for every transport. */
export interface SharedOptions {
  /** Added before each name: `prefix: 'files_'` turns `read` into `files_read`. */
  readonly prefix?: string | undefined;
  /**
   * The tools to use, by the server's own names. Default: all. An unknown name is an error. A list of names allows the tools only as they
   * were at the first connection: a tool that changes later is skipped with a warning (`TOOL_CHANGED`).
   */
  readonly allow?: readonly string[] | ((tool: RemoteToolInfo) => boolean) | undefined;
  /**
   * A lock for the tools: its content, or the path of a file written by `toolwright mcp lock`. Whenever a tool's description, schema or
   * annotations differ from the lock, the tool is skipped with a warning (`TOOL_CHANGED`).
   */
  readonly lock?: string | ToolLock | undefined;
  /** The tools that need a person's approval in a run: all, the named ones, or those that the function selects. Default: none. */
  readonly needsApproval?: boolean | readonly string[] | ((tool: RemoteToolInfo) => boolean) | undefined;
  /**
   * Trust the server's claims that a tool is read-only or idempotent. Default: false, because a tool with a false claim could run without
   * approval, or twice.
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
   * The maximum length of descriptions, titles, instructions and strings in schemas, in characters. Longer strings are truncated with a
   * warning. A tool whose schemas are more than 16 times as long is skipped. Default: 16,384.
   */
  readonly maxDescription?: number | undefined;
  /** Limits for reconnecting to a lost server; the delay doubles after each attempt. Default: 5 attempts, the first after 250 ms. */
  readonly reconnect?: { readonly attempts?: number; readonly delayMs?: number } | false | undefined;
  /**
   * The protocol revision. `2026-07-28` refuses older servers. `2025-11-25` also accepts older revisions, and does not check whether the
   * server supports a newer one. Default: the newest revision that both sides support.
   */
  readonly revision?: McpRevision | undefined;
  /** Aborts connecting. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How to handle content other than text. By default, images, audio and embedded files become content parts, which are sent to models that
   * support them. `describe` replaces each with a line of text. `keep` returns all parts unchanged as data; if there is structured content,
   * they stay content parts.
   */
  readonly content?: 'describe' | 'keep' | undefined;
  readonly onEvent?: ((event: McpEvent) => void) | undefined;
  /** Folders in which the server may work, as `file:` URLs. */
  readonly roots?: readonly string[] | undefined;
  /** Answers the server's questions to the user. Default: the client does not offer elicitation. */
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

/** Events of a connection that do not belong to a call. */
export type McpEvent =
  /** The server's tools have changed. `tools` contains the current names with the prefix. */
  | { readonly type: 'tools-change'; readonly tools: readonly string[] }
  | { readonly type: 'disconnect'; readonly reason: string }
  | { readonly type: 'reconnect'; readonly attempt: number }
  /** The server uses a different protocol revision after a reconnection. */
  | { readonly type: 'revision-change'; readonly revision: string }
  /** A problem that does not close the connection, such as a failed update of the tools or a line that is not a message. */
  | { readonly type: 'warning'; readonly message: string; readonly error: unknown }
  | {
      readonly type: 'log';
      readonly level: string;
      readonly logger?: string | undefined;
      readonly data: JsonValue;
    };
