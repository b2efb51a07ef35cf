import { randomUUID } from 'node:crypto';
import {
  type AgentEvent,
  describeUnknown,
  type Logger,
  type PausedRun,
  type RunInfo,
  type RunResult,
} from '@toolwright/contract';
import type { Policy } from '@toolwright/core';
import { setHostSink } from '../connect/host-sink.js';
import type { RunStarted } from '../protocol/requests.js';
import { failure } from '../protocol/shown-failure.js';
import { createEntryLogger, type EntryLogger } from '../record/create-entry-logger.js';
import { ToolSecrets } from '../record/tool-secrets.js';
import type { FromHost, HostRequest, PlaygroundStart } from './host-messages.js';
import { LineBuffer } from './line-buffer.js';
import { allTools, type LoadedProgram, type StudioAgent } from './loaded-program.js';
import {
  type PlaygroundOptions,
  playgroundLogger,
  playgroundOptions,
  playgroundPolicy,
} from './playground.js';
import { branchLogger } from './replay/branch-logger.js';
import { replayPolicy } from './replay/replay-policy.js';

/** The settings of a run, which are used again after a pause. */
interface OpenRun {
  readonly agent: StudioAgent;
  readonly controller: AbortController;
  readonly policies: readonly Policy[];
  readonly logger: Logger;
  readonly options?: PlaygroundOptions | undefined;
  readonly paused?: PausedRun | undefined;
}

/** Executes runs from the page in the process that contains the agents. */
export class HostRuns {
  readonly #program: LoadedProgram;
  readonly #send: (message: FromHost) => void;
  readonly #open = new Map<string, OpenRun>();
  /** The open runs that belong to sessions. */
  readonly #stored = new Map<string, AbortController>();
  /** The runs whose events are already being sent. */
  readonly #covered = new Set<string>();

  constructor(program: LoadedProgram, send: (message: FromHost) => void) {
    this.#program = program;
    this.#send = send;
    this.#takeConnected();
  }

  /** Starts a run: in a new session if Studio has a store, otherwise, and in the playground, with the memory of the exported agent. */
  async start({ agent: name, input, playground }: Requested<'run'>): Promise<RunStarted> {
    const run = this.#opened(this.#find(name), [], this.#logger());
    if (playground !== undefined) return { runId: await this.#begin(input, withPlayground(run, playground)) };
    const id = randomUUID();
    const { signal } = run.controller;
    const { logger, started } = this.#spy(run.logger);
    const ended = this.#program.startSession?.({ id, agent: name, input, logger, signal });
    if (ended === undefined) return { runId: await this.#begin(input, run) };
    return { runId: await this.#followSession(run, started, ended), sessionId: id };
  }

  /** Resumes a paused run. @throws ShownFailure for a run that is unknown or not paused */
  async decide({ runId, decisions }: Requested<'decide'>): Promise<string> {
    const run = this.#open.get(runId);
    if (run?.paused === undefined) {
      const message = 'The run is not waiting for a decision, or its process was restarted in the meantime.';
      throw failure('INVALID_RUN', message, 'Run it again.');
    }
    const { paused } = run;
    const resumed = { ...run, paused: undefined, controller: new AbortController() };
    // Before anything is awaited, so that only the first of several decisions counts.
    this.#open.set(runId, resumed);
    try {
      return await this.#follow(resumed, (options) => run.agent.resume(paused, decisions, options));
    } catch (error) {
      this.#open.set(runId, run);
      throw error;
    }
  }

  abort(runId: string): void {
    (this.#open.get(runId)?.controller ?? this.#stored.get(runId))?.abort();
  }

  /** Repeats a record without model requests and tool calls, then continues with the real model and real tools. */
  replay({ agent: name, record, playground }: Requested<'replay'>): Promise<string> {
    const agent = this.#find(name);
    const { runId: replayOf } = record;
    const send = (lines: string) => this.#send({ type: 'lines', lines, replayOf });
    const logger = branchLogger(this.#logger(replayOf), record, send);
    const run = this.#opened(agent, [replayPolicy(record)], logger);
    return this.#begin(record.input, playground === undefined ? run : withPlayground(run, playground));
  }

  async resumeSession({ id, decisions }: Requested<'resume-session'>): Promise<string> {
    const { resumeSession } = this.#program;
    if (resumeSession === undefined) {
      throw failure(
        'PROGRAM_UNAVAILABLE',
        'Studio has no agent that can resume the session.',
        'Start it with --agent <module#export>, the configuration that was used to open the session.',
      );
    }
    const controller = new AbortController();
    const { logger, started } = this.#spy(this.#logger());
    const ended = resumeSession({ id, decisions, logger, signal: controller.signal });
    return this.#followSession({ controller }, started, ended);
  }

  /** Tracks a session's run, which can only be aborted here. The session itself stores the data needed to resume the run. */
  async #followSession(
    { controller }: Pick<OpenRun, 'controller'>,
    started: Promise<string>,
    ended: Promise<RunResult>,
  ): Promise<string> {
    const settled = ended.then(({ runId }) => runId);
    settled.catch(() => {}); // reported below, or by the run's events
    const runId = await Promise.race([started, settled]);
    this.#stored.set(runId, controller);
    settled.catch(() => {}).finally(() => this.#stored.delete(runId));
    await afterLines();
    return runId;
  }

  #find(name: string): StudioAgent {
    const found = this.#program.agents.find((one) => one.name === name);
    if (found !== undefined) return found.agent;
    const names = this.#program.agents.map((one) => one.name);
    const { problem, hint } = describeUnknown('Agent', name, names);
    throw failure('NOT_FOUND', problem, hint);
  }

  #opened(agent: StudioAgent, policies: readonly Policy[], logger: Logger): OpenRun {
    return { agent, policies, logger, controller: new AbortController() };
  }

  #begin(input: string, run: OpenRun): Promise<string> {
    return this.#follow(run, (options) => run.agent.run(input, options));
  }

  /** Starts a run. @returns its id as soon as it is known; rejects if the run could not start */
  async #follow(run: OpenRun, begin: (options: RunWith) => Promise<RunResult>): Promise<string> {
    const { logger, started } = this.#spy(run.logger);
    const { context } = this.#program;
    const ended = begin({
      logger,
      policies: run.policies,
      signal: run.controller.signal,
      stream: true,
      remember: false,
      ...(context !== undefined && { context }),
      ...run.options,
    });
    const settled = ended.then((result) => {
      if (result.paused === undefined) this.#open.delete(result.runId);
      else this.#open.set(result.runId, { ...run, paused: result.paused });
      return result.runId;
    });
    const runId = await Promise.race([started, settled]);
    if (!this.#open.has(runId)) this.#open.set(runId, run);
    settled.catch(() => this.#open.delete(runId));
    await afterLines();
    return runId;
  }

  /** Wraps a logger to get the run's id from its first event. */
  #spy(inner: Logger): { readonly logger: Logger; readonly started: Promise<string> } {
    let onStart: (runId: string) => void = () => {};
    const started = new Promise<string>((resolve) => {
      onStart = resolve;
    });
    const covered = this.#covered;
    const logger: Logger = {
      log(event: AgentEvent, run: RunInfo) {
        onStart(run.runId);
        covered.add(run.runId);
        return inner.log(event, run);
      },
      within: (callId, run, work) => (inner.within ? inner.within(callId, run, work) : work()),
    };
    return { logger, started };
  }

  /** Receives the events of `connectStudio` loggers, e.g. of agents within tools. Events of Studio's own runs are already being sent. */
  #takeConnected(): void {
    const connected = this.#logger();
    setHostSink({
      log: (event, run) => {
        // These events are already being sent and must not be queued: a tool may report a million times in a loop.
        if (event.type === 'tool-progress' && this.#covered.has(run.runId)) return;
        // The agent's logger receives an event before the run's logger, which marks the run as covered.
        queueMicrotask(() => {
          if (!this.#covered.has(run.runId)) connected.log(event, run);
          if (event.type === 'run-end') this.#covered.delete(run.runId);
        });
      },
      within: (callId, run, work) =>
        this.#covered.has(run.runId) ? work() : connected.within(callId, run, work),
    });
  }

  /**
   * Creates a logger that sends lines in batches, because one message per event would be too expensive. A call is sent before it runs: it may
   * end the process, or never return.
   */
  #logger(replayOf?: string): EntryLogger {
    const lines = new LineBuffer();
    let reportOf: RunInfo | undefined;
    const flush = (): void => {
      if (lines.isEmpty) return;
      this.#send({ type: 'lines', lines: lines.take(), ...(replayOf !== undefined && { replayOf }) });
    };
    const logger = createEntryLogger(
      (line) => {
        if (lines.isEmpty) setImmediate(flush);
        lines.add(line, reportOf);
      },
      new ToolSecrets(allTools(this.#program)),
    );
    return {
      ...logger,
      log(event, run) {
        reportOf = event.type === 'tool-progress' ? run : undefined;
        const logged = logger.log(event, run);
        reportOf = undefined;
        if (event.type === 'tool-call') flush();
        return logged;
      },
    };
  }
}

/** The playground's policy is asked after the others, which may answer instead of the model. */
function withPlayground(run: OpenRun, start: PlaygroundStart): OpenRun {
  return {
    ...run,
    policies: [playgroundPolicy(run.agent.name, start), ...run.policies],
    logger: playgroundLogger(run.logger, start),
    options: playgroundOptions(start),
  };
}

type RunWith = NonNullable<Parameters<StudioAgent['run']>[1]>;
type Requested<Kind> = Extract<HostRequest, { readonly kind: Kind }>;

/** Waits until the first lines of a run were sent, so that they arrive before the response that contains its id. */
function afterLines(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
