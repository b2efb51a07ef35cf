import { isRecord, type JsonValue } from '@toolwright/contract';
import type { RunRecord } from '../../history/run-record.js';
import type { HostRequest } from '../../host/host-messages.js';
import type { DecisionsRequest } from '../../protocol/requests.js';
import type { SessionsReply } from '../../protocol/session-requests.js';
import { failure, type ShownFailure } from '../../protocol/shown-failure.js';
import type { SessionQuery, StudioOptions } from '../studio-options.js';

/** The maximum number of sessions that are searched for a paused run. */
const LOOKED_THROUGH = 200;

interface SessionPorts {
  readonly source: StudioOptions['sessions'];
  readonly findRun: (runId: string) => RunRecord | undefined;
  /** Sends a request to the program. */
  readonly ask: (request: HostRequest) => Promise<JsonValue>;
  /** Called when pages must reload the sessions. */
  readonly onChange: () => void;
}

export class StoredSessions {
  readonly runs = new SessionRuns();
  readonly #ports: SessionPorts;
  /** The sessions that are being resumed. */
  readonly #resuming = new Set<string>();
  /** Whether the open runs of all sessions are known. */
  #areRead = false;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    ports.source?.start?.(() => {
      this.#areRead = false;
      ports.onChange();
    });
  }

  /** Lists sessions, and records their open runs. */
  async list(query: SessionQuery): Promise<SessionsReply> {
    const found = (await this.#ports.source?.list(query)) ?? { sessions: [], more: false };
    for (const { id, runId } of found.sessions) if (runId !== undefined) this.runs.note(id, runId);
    return found;
  }

  /** Checks whether a paused run belongs to a session. */
  async lookFor(run: RunRecord): Promise<void> {
    if (this.#ports.source === undefined || this.#areRead || !run.isPaused) return;
    if (this.runs.findSession(run.run.runId) !== undefined) return;
    // Set before reading, because the sessions may change in the meantime.
    this.#areRead = true;
    await this.list({ search: '', limit: LOOKED_THROUGH }).catch(() => {
      // Store errors are shown on the sessions page.
    });
  }

  /** Decides the calls of a session's open run. @throws ShownFailure `SESSION_BUSY` */
  async resume(id: string, decisions: DecisionsRequest): Promise<JsonValue> {
    if (this.#resuming.has(id) || this.#goesOn(id)) throw beingWritten(id);
    this.#resuming.add(id);
    try {
      const answer = await this.#ports.ask({ kind: 'resume-session', id, decisions });
      this.noteStarted(answer, id);
      this.#ports.onChange();
      return answer;
    } finally {
      this.#resuming.delete(id);
    }
  }

  /** Records the session of a run, from the program's response. */
  noteStarted(answer: JsonValue, id?: string): void {
    if (!isRecord(answer) || typeof answer.runId !== 'string') return;
    const sessionId = id ?? answer.sessionId;
    if (typeof sessionId === 'string') this.runs.note(sessionId, answer.runId);
  }

  close(): void {
    this.#ports.source?.close?.();
  }

  /** Whether a run started from the page is in progress in the session. */
  #goesOn(id: string): boolean {
    const runs = this.runs.list(id).map(this.#ports.findRun);
    return runs.some((run) => run?.from === 'studio' && run.isOpen);
  }
}

/** Creates the error for a second tab. The store's error would name another process, although it is this one. */
function beingWritten(id: string): ShownFailure {
  const message = `The session '${id}' is in use: its run continues with an earlier decision.`;
  return failure('SESSION_BUSY', message, 'Wait until that run has finished.');
}

const MAX_SESSIONS = 1_000;
const MAX_RUNS = 20;

class SessionRuns {
  /** The runs of each session. The session with the oldest last run comes first. */
  readonly #runs = new Map<string, readonly string[]>();

  note(sessionId: string, runId: string): void {
    const known = this.list(sessionId).filter((one) => one !== runId);
    this.#runs.delete(sessionId);
    this.#runs.set(sessionId, [runId, ...known].slice(0, MAX_RUNS));
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MAX_SESSIONS && oldest !== undefined) this.#runs.delete(oldest);
  }

  /** Lists the runs of a session, latest first. */
  list(sessionId: string): readonly string[] {
    return this.#runs.get(sessionId) ?? [];
  }

  findSession(runId: string): string | undefined {
    for (const [sessionId, runs] of this.#runs) if (runs.includes(runId)) return sessionId;
    return undefined;
  }
}
