/** A running server. */
export interface McpService {
  /** The URL for clients; undefined if the server uses standard input and output. */
  readonly url: string | undefined;
  /** Resolves when the server has ended, for example because standard input has ended. */
  readonly closed: Promise<void>;
  /** Aborts running calls and ends all sessions. */
  close(): Promise<void>;
}
