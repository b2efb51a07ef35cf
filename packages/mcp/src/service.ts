/** A server that runs. */
export interface McpService {
  /** Where clients find it; undefined for standard input and output. */
  readonly url: string | undefined;
  /** Settles when it has ended, also because the client is gone (standard input has ended). */
  readonly closed: Promise<void>;
  /** Aborts the calls that run, and ends all sessions. */
  close(): Promise<void>;
}
