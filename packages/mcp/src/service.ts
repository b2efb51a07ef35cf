/** A running server. */
export interface McpService {
  /** The URL for clients; undefined if the server uses standard input and output. */
  readonly url: string | undefined;
  /** Resolves when the server has stopped, for example because standard input was closed. */
  readonly closed: Promise<void>;
  /** Aborts running calls and closes all sessions. */
  close(): Promise<void>;
}
