const MAX_SESSIONS = 1_000;
const MAX_RUNS = 20;

export class SessionRuns {
  /** The runs by session. The session with the oldest last run comes first. */
  readonly #runs = new Map<string, readonly string[]>();

  note(sessionId: string, runId: string): void {
    const known = this.list(sessionId).filter((one) => one !== runId);
    this.#runs.delete(sessionId);
    this.#runs.set(sessionId, [runId, ...known].slice(0, MAX_RUNS));
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MAX_SESSIONS && oldest !== undefined) this.#runs.delete(oldest);
  }

  /** Lists the runs of a session, the latest first. */
  list(sessionId: string): readonly string[] {
    return this.#runs.get(sessionId) ?? [];
  }

  findSession(runId: string): string | undefined {
    for (const [sessionId, runs] of this.#runs) if (runs.includes(runId)) return sessionId;
    return undefined;
  }
}
