/** A running server. */
export interface McpService {
  /** The address for clients; undefined for standard input and output. */
  readonly url: string | undefined;
  /** Resolves when the server has ended, also because standard input has ended. */
  readonly closed: Promise<void>;
  /** Aborts running calls and ends all sessions. */
  close(): Promise<void>;
}
