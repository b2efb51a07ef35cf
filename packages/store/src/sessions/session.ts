import type { AgentEvent, RunResult, ToolSource, ToolSpec } from '@toolwright/contract';
import {
  type ApprovalDecisions,
  drainRun,
  fromGenerator,
  type ResumeOptions,
  type RunInput,
  type RunOptions,
  RunStream,
} from '@toolwright/core';
import { type HeldLease, withLease } from '../leases/with-lease.js';
import { findInterrupted, openRun } from '../runs/open-run.js';
import { playRun } from '../runs/play-run.js';
import { allTools } from '../runs/recorded-tools.js';
import { newRunId } from '../runs/run-ids.js';
import { findPause, waitForPerson } from '../runs/waiting-run.js';
import { type KnownSession, nextCheckpoint, readCurrent, readOn, withCheckpoint } from './known-session.js';
import { type SessionState, stateOf } from './read-session.js';
import type { SessionAgent } from './session-agent.js';
import { checkDecisions, noOpenRun, openRunLeft } from './session-error.js';
import type { SessionHistory } from './session-history.js';
import type { SessionStore } from './session-store.js';

/** Options of `openSession`. */
export interface SessionOptions<Tools extends ToolSource = ToolSource> {
  readonly store: SessionStore;
  /** The id of the session. Default: a new id. */
  readonly id?: string | undefined;
  /** The agent for every run of the session. Configure it the same way in each process, so that runs can be resumed. */
  readonly agent: SessionAgent<Tools>;
  /** The time after which the run of a crashed machine may be taken over, in milliseconds. Default: 30,000. */
  readonly leaseMs?: number | undefined;
}

/** The options of `agent.run`. Pass images as parts of the input. */
export type SessionRunOptions<Output = unknown> = Omit<RunOptions<Output>, 'images' | 'parent'>;

/** Options of a resumed run. Pass the same options as for the original run, such as `output`; whether it streams is recorded. */
export type SessionResumeOptions<Output = unknown> = Omit<ResumeOptions<Output>, 'stream'>;

type RunEvents<Output> = AsyncGenerator<AgentEvent, RunResult<Output>>;
type OnEnd<Output> = (result: RunResult<Output>) => void;

const DEFAULT_LEASE_MS = 30_000;

/** A stored conversation whose runs can be resumed after a crash. Only one run at a time writes to it. */
export class Session {
  readonly id: string;
  readonly #agentName: string;
  readonly #options: SessionOptions;
  /** The session as of the last run, so that the next run reads only new records. A weak reference, so that idle sessions can be freed. */
  #known: WeakRef<KnownSession> | undefined;

  /** @internal Use `openSession`. */
  constructor(id: string, agentName: string, options: SessionOptions) {
    this.id = id;
    this.#agentName = agentName;
    this.#options = options;
  }

  /** Reads the current state of the session. */
  async state(): Promise<SessionState> {
    // This reads a separate copy, because callers may change the result.
    return stateOf(await readCurrent(this.#options.store, this.id), this.#listTools());
  }

  /** Runs the agent and records the run; see `agent.run`. @throws ToolwrightError `SESSION_BUSY`; `INVALID_RUN` after an unfinished run */
  async run<Output = unknown>(
    input: RunInput,
    options: SessionRunOptions<Output> = {},
  ): Promise<RunResult<Output>> {
    return drainRun(this.#run<Output>(input, options, options.stream ?? false));
  }

  /** Runs the agent as a stream and records the run; see `agent.runStream`. */
  runStream<Output = unknown>(input: RunInput, options: SessionRunOptions<Output> = {}): RunStream<Output> {
    const source = fromGenerator<AgentEvent, RunResult<Output>>((onEnd, left) =>
      this.#run(input, endedBy(left, options), options.stream ?? true, onEnd),
    );
    return new RunStream(source, options.output);
  }

  /**
   * Resumes the unfinished run, from the point where its process died or where it waits for a person. Recorded steps are not repeated, but
   * their events are emitted again. Interrupted calls to tools that are neither `idempotent` nor `readOnly` need a decision, like calls
   * that need approval. Without a decision, the result is `paused`, and its pending calls are marked `interrupted`. An approved call is
   * executed again.
   * @throws ToolwrightError `SESSION_BUSY`; `INVALID_RUN` if no run is open; `USAGE` for missing decisions; `STALE_RUN`
   */
  async resume<Output = unknown>(
    decisions?: ApprovalDecisions,
    options: SessionResumeOptions<Output> = {},
  ): Promise<RunResult<Output>> {
    return drainRun(this.#resume<Output>(decisions, options));
  }

  /** Resumes the unfinished run, as a stream; see {@link resume}. */
  resumeStream<Output = unknown>(
    decisions?: ApprovalDecisions,
    options: SessionResumeOptions<Output> = {},
  ): RunStream<Output> {
    const source = fromGenerator<AgentEvent, RunResult<Output>>((onEnd, left) =>
      this.#resume(decisions, endedBy(left, options), onEnd),
    );
    return new RunStream(source, options.output);
  }

  #run<Output>(
    input: RunInput,
    options: SessionRunOptions<Output>,
    streaming: boolean,
    onEnd?: OnEnd<Output>,
  ): RunEvents<Output> {
    return this.#write(
      async function* (this: Session, held: HeldLease) {
        const history = await this.#read(held);
        if (history.open !== undefined) throw openRunLeft(this.id);
        const start = { type: 'run-start', runId: newRunId(), input, streaming } as const;
        const { agent } = this.#options;
        return yield* playRun({ agent, history, open: openRun(start), isNew: true, options, held, onEnd });
      }.bind(this),
    );
  }

  #resume<Output>(
    given: ApprovalDecisions | undefined,
    options: SessionResumeOptions<Output>,
    onEnd?: OnEnd<Output>,
  ): RunEvents<Output> {
    return this.#write(
      async function* (this: Session, held: HeldLease) {
        const history = await this.#read(held);
        const { open } = history;
        const { agent } = this.#options;
        if (open === undefined) throw noOpenRun(this.id);
        let decisions: ApprovalDecisions | undefined;
        if (given === undefined) {
          const pause = findPause(open, this.#agentName, this.#listTools());
          if (pause !== undefined) return yield* waitForPerson(open, pause, this.#listTools().length);
        } else {
          const waiting = open.paused?.pending ?? findInterrupted(open, this.#listTools());
          decisions = checkDecisions(waiting, given, open.start.runId);
        }
        return yield* playRun({ agent, history, open, decisions, options, held, onEnd });
      }.bind(this),
    );
  }

  #listTools(): readonly ToolSpec[] {
    return allTools(this.#options.agent.toolRegistry);
  }

  async #read({ lease, parts }: HeldLease): Promise<SessionHistory> {
    const known = await readOn(this.#options.store, this.id, this.#known?.deref());
    parts.learn(known.parts);
    this.#known = new WeakRef(known);
    const checkpoint = nextCheckpoint(known);
    if (checkpoint !== undefined) {
      const isStored = await lease.checkpoint(checkpoint).catch(() => {
        // A checkpoint only saves time. If the store has a problem, the next step reports it.
        return true;
      });
      this.#known = isStored ? new WeakRef(withCheckpoint(known, checkpoint)) : undefined;
    }
    return known.history;
  }

  #write<Output>(run: (held: HeldLease) => RunEvents<Output>): RunEvents<Output> {
    const { store, leaseMs = DEFAULT_LEASE_MS } = this.#options;
    return withLease(store, this.id, leaseMs, run);
  }
}

/** Returns the options with an additional signal that aborts the run. */
function endedBy<Options extends { readonly signal?: AbortSignal | undefined }>(
  left: AbortSignal,
  options: Options,
): Options {
  const signal = options.signal === undefined ? left : AbortSignal.any([options.signal, left]);
  return { ...options, signal };
}
