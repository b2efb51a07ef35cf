import { isRecord, type JsonValue } from '@toolwright/contract';
import type { RunRecord } from '../../history/run-record.js';
import type { HostRequest } from '../../host/host-messages.js';
import type { DecisionsRequest, ShownError } from '../../protocol/requests.js';
import type { SessionsReply } from '../../protocol/session-requests.js';
import { refusedBy } from '../http/refused.js';
import type { SessionQuery, StudioOptions } from '../studio-options.js';
import { SessionRuns } from './session-runs.js';

/** A run that waits is looked for in so many sessions. */
const LOOKED_THROUGH = 200;

interface SessionPorts {
  readonly source: StudioOptions['sessions'];
  readonly findRun: (runId: string) => RunRecord | undefined;
  /** Asks the program. */
  readonly ask: (request: HostRequest) => Promise<JsonValue>;
  /** Called when pages must ask again. */
  readonly onChange: () => void;
}

/** The sessions of the store, and the runs that belong to them. */
export class StoredSessions {
  readonly runs = new SessionRuns();
  readonly #ports: SessionPorts;
  /** The sessions about which decisions are on the way. */
  readonly #resuming = new Set<string>();
  /** Whether it is known which sessions have which open runs. */
  #areRead = false;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    ports.source?.start?.(() => {
      this.#areRead = false;
      ports.onChange();
    });
  }

  /** Learns which paused runs belong to sessions. */
  async list(query: SessionQuery): Promise<SessionsReply> {
    const found = (await this.#ports.source?.list(query)) ?? { sessions: [], more: false };
    for (const { id, runId } of found.sessions) if (runId !== undefined) this.runs.note(id, runId);
    return found;
  }

  /** Finds out whether a run that seems lost is kept by a session. */
  async lookFor(run: RunRecord): Promise<void> {
    if (this.#ports.source === undefined || this.#areRead || !run.isPaused) return;
    if (this.runs.findSession(run.run.runId) !== undefined) return;
    // Before they are read: they may change meanwhile.
    this.#areRead = true;
    await this.list({ search: '', limit: LOOKED_THROUGH }).catch(() => {
      // What is wrong with the store, the page of the sessions says.
    });
  }

  /** Decides about the calls of the open run of a session. @throws Refused if the session is being written */
  async resume(id: string, decisions: DecisionsRequest): Promise<JsonValue> {
    if (this.#resuming.has(id) || this.#goesOn(id)) throw refusedBy(beingWritten(id));
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

  /** Takes from the answer of the program to which session a run belongs. */
  noteStarted(answer: JsonValue, id?: string): void {
    if (!isRecord(answer) || typeof answer.runId !== 'string') return;
    const sessionId = id ?? answer.sessionId;
    if (typeof sessionId === 'string') this.runs.note(sessionId, answer.runId);
  }

  close(): void {
    this.#ports.source?.close?.();
  }

  /** Whether a run of the page writes the session. */
  #goesOn(id: string): boolean {
    const runs = this.runs.list(id).map(this.#ports.findRun);
    return runs.some((run) => run?.from === 'studio' && run.isOpen);
  }
}

/** What a second tab hears: the program would speak of another process, which is its own. */
function beingWritten(id: string): ShownError {
  return {
    code: 'SESSION_BUSY',
    message: `The session '${id}' is being written: its run goes on with an earlier decision.`,
    hint: 'Wait until that run has ended.',
  };
}
