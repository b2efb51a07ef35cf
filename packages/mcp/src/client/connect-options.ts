import type { JsonValue } from '@toolwright/contract';
import type { ElicitAnswer, ElicitRequest, MessageAnswer, MessageRequest } from '../server/mcp-call.js';

/** Where a server is, and what is taken from it. */
export type ConnectMcpOptions = (CommandOptions | UrlOptions) & SharedOptions;

/** A server that is started as a process, and spoken to over its standard input and output. */
export interface CommandOptions {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Added to the few variables that it gets in any case, such as PATH; nothing else of this process's environment reaches it. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  /** Gets what it prints to standard error. Default: only errors show the end of it. */
  readonly onStderr?: ((text: string) => void) | undefined;
  readonly url?: undefined;
}

/** A server that is reached over Streamable HTTP. */
export interface UrlOptions {
  readonly url: string | URL;
  /** Sent as `Authorization: Bearer …`. */
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** OAuth: an `OAuthClientProvider` of the official SDK. */
  readonly authProvider?: object | undefined;
  /** Called after the provider has sent the person to the authorization server: gives the code that it came back with. */
  readonly authorizationCode?: (() => Promise<string>) | undefined;
  readonly command?: undefined;
}

export interface SharedOptions {
  /** Put before every name as it is: `prefix: 'files_'` makes `read` into `files_read`. */
  readonly prefix?: string | undefined;
  /** Which tools are taken, by the server's own names. Default: all. A name that the server does not have is an error. */
  readonly allow?: readonly string[] | ((tool: RemoteToolInfo) => boolean) | undefined;
  /** Which tools need a person's approval in a run: all, those of these names, or those that this says. Default: none. */
  readonly needsApproval?: boolean | readonly string[] | ((tool: RemoteToolInfo) => boolean) | undefined;
  /**
   * Believe the server where it says that a tool changes nothing, or may be called twice. Default: false, since a tool of which that is
   * not true could run when it should not.
   */
  readonly trusted?: boolean | undefined;
  /** Milliseconds without an answer or progress after which a call fails. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds until the server has introduced itself and listed its tools. Default: 30,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** How often a lost server is tried again, each time after twice as long. Default: 5 times, first after 250 ms. */
  readonly reconnect?: { readonly attempts?: number; readonly delayMs?: number } | false | undefined;
  /** Ends the attempt to connect. */
  readonly signal?: AbortSignal | undefined;
  /** Content that is no text: `describe` (default) puts a line of text in its place, since base64 is of no use to a model; `keep` gives all parts as they are. */
  readonly content?: 'describe' | 'keep' | undefined;
  readonly onEvent?: ((event: McpEvent) => void) | undefined;
  /** Folders, as `file:` URLs, that the server may work in. */
  readonly roots?: readonly string[] | undefined;
  /** Answers the server's questions to the person. Default: it is told that nobody can be asked. */
  readonly onElicit?: ((request: ElicitRequest) => Promise<ElicitAnswer>) | undefined;
  /** Answers the server's requests to a model. Default: it is told that there is none. */
  readonly onCreateMessage?: ((request: MessageRequest) => Promise<MessageAnswer>) | undefined;
}

/** What a server says of a tool. */
export interface RemoteToolInfo {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  /** Hints: true only if the server tells the truth. */
  readonly readOnly: boolean;
  readonly destructive: boolean;
}

/** What happens to a connection outside of calls. */
export type McpEvent =
  /** The server's list has changed; the names that there are now, with the prefix. */
  | { readonly type: 'tools-change'; readonly tools: readonly string[] }
  | { readonly type: 'disconnect'; readonly reason: string }
  | { readonly type: 'reconnect'; readonly attempt: number }
  /** Something was wrong, and work goes on: a change that could not be taken over, a line that is no message. */
  | { readonly type: 'warning'; readonly message: string; readonly error: unknown }
  | {
      readonly type: 'log';
      readonly level: string;
      readonly logger?: string | undefined;
      readonly data: JsonValue;
    };
