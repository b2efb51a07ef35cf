import {
  type AgentEvent,
  errorMessage,
  type GenerateOptions,
  isToolwrightError,
  type LimitName,
  type LLMNotice,
  type LLMProvider,
  type LLMResponse,
  type Message,
  type RunResult,
  type ToolAnnotations,
  type ToolCallRecord,
  type ToolSpec,
  type UserMessage,
} from '@toolwright/contract';
import type { AgentSettings } from '../agent/agent-settings.js';
import { NestedRuns } from '../approval/nested-runs.js';
import { restoreRun } from '../approval/restore-run.js';
import type { ResumedRun } from '../approval/resume.js';
import { CallIds } from '../calls/call-ids.js';
import { RepeatedCalls } from '../calls/repeated-calls.js';
import { ActiveAgent } from '../delegation/active-agent.js';
import { type RunLink, RunState } from '../delegation/run-state.js';
import { costOf } from '../limits/cost-of.js';
import { Ledger } from '../limits/ledger.js';
import { limitReached } from '../limits/limit-reached.js';
import type { Memory } from '../memory/memory.js';
import { sealMessage } from '../memory/seal-message.js';
import type { OutputTask } from '../output/output-task.js';
import type { Reply } from '../protocols/tool-call-protocol.js';
import type { Activity } from './activity.js';
import { EventLog } from './event-log.js';
import { RunControl } from './run-control.js';
import { attachResult, isMistake } from './run-failure.js';
import { mergeRequestOptions, type RequestOptions } from './run-options.js';
import { RunRecord } from './run-record.js';
import { controlOptions, describeRun, type RunEnding, type RunSetup } from './run-setup.js';
import { findLimit, statusAt } from './stop-rules.js';

/** One run: what it works with, what it has come to, its events, and its end. Nothing of it is shared with another run. */
export class Run {
  readonly id: string;
  /** Of the agent that the run belongs to. */
  readonly agentName: string;
  readonly streaming: boolean;
  readonly pauses: boolean;
  /** Undefined where the run cannot wait for sub-agents that do. */
  readonly nested: NestedRuns | undefined;
  readonly record: RunRecord;
  readonly ledger: Ledger;
  readonly callIds: CallIds;
  readonly input: UserMessage;
  readonly output: OutputTask | undefined;
  /** Shared by all tool calls of the run. */
  readonly state: RunState;
  readonly link: RunLink;
  /** Undefined where repeated calls are executed again. */
  readonly repeatedCalls: RepeatedCalls | undefined;
  /** As offered last. */
  tools: readonly ToolSpec[] = [];
  /** The model is asked for an answer without tools, because a limit is reached. */
  answerForced = false;
  failure: RunEnding['failure'];
  readonly #memory: Memory;
  readonly #onEnd: RunSetup['onEnd'];
  readonly #deliver: RunSetup['deliver'];
  readonly #log: EventLog;
  readonly #control: RunControl;
  /** What the run asks of the model by itself. */
  readonly #request: RequestOptions;
  readonly #agent: ActiveAgent;
  readonly #resumed: ResumedRun | undefined;
  #result: RunResult | undefined;

  constructor(setup: RunSetup) {
    const { settings, memory, input, options, output, streaming, resumed, onEnd, deliver } = setup;
    const { newId, now } = settings;
    const parent = RunState.linkOf(options.parent?.state);
    this.id = resumed?.runId ?? newId();
    const logger = settings.logger ?? parent?.logger;
    this.#agent = new ActiveAgent(logger === settings.logger ? settings : { ...settings, logger });
    this.agentName = settings.name;
    this.input = sealMessage(input);
    this.streaming = streaming;
    this.pauses = setup.pauses ?? parent === undefined;
    this.nested = this.pauses ? new NestedRuns(resumed?.nested) : undefined;
    this.output = output;
    this.ledger = new Ledger({ ...settings.budget, ...options.budget }, parent?.ledger);
    this.record = new RunRecord(memory.fork(resumed?.data), this.ledger, now);
    this.callIds = new CallIds(this.record.history, newId);
    this.repeatedCalls = settings.dedupe === 'per-run' ? new RepeatedCalls() : undefined;
    this.#memory = memory;
    this.#onEnd = onEnd;
    this.#deliver = deliver;
    this.#log = new EventLog(logger, describeRun(this.id, setup), (warning) => this.push(warning));
    this.#control = new RunControl(controlOptions(setup, this.ledger.budget));
    this.#request = mergeRequestOptions(options);
    this.#resumed = resumed;
    this.link = {
      runId: this.id,
      ledger: this.ledger,
      depth: parent === undefined ? 0 : parent.depth + 1,
      maxDepth: parent?.maxDepth ?? settings.maxDepth,
      logger,
      nested: this.nested,
      handOff: (target) => this.#agent.choose(target),
    };
    this.state = new RunState(this.link);
  }

  /** Those of the agent that has the conversation now. */
  get settings(): AgentSettings {
    return this.#agent.settings;
  }

  /** The reply that the run was paused at. */
  get interrupted(): Reply | undefined {
    return this.#resumed?.data.reply;
  }

  /** Calls of that reply that were done before. */
  findFinished(callId: string): ToolCallRecord | undefined {
    return this.#resumed?.finished.get(callId);
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  get result(): RunResult {
    this.#result ??= this.record.toResult(this.id);
    return this.#result;
  }

  get request(): GenerateOptions {
    const { settings, signal } = this;
    return { ...settings.request, ...this.#request, signal, onEvent: this.#onNotice };
  }

  /** Why a call that has no outcome yet gets none any more. */
  get unfinished(): string {
    const reason = this.#control.timeIsUp ? 'The time of the run was up' : 'The run was aborted';
    return `${reason} before this call was finished.`;
  }

  /** Logs an event and hands it to the reader, if there is one; the wait is the reader's. */
  emit(event: AgentEvent): Promise<void> | undefined {
    this.#log.note(event);
    return this.#deliver?.(event);
  }

  /** Waits until work is over, and tells what it gives on its way. */
  async follow(activity: Activity<unknown>): Promise<void> {
    while (await activity.more()) await this.emit(activity.take());
  }

  within<T>(callId: string | undefined, work: () => T): T {
    return this.#log.within(callId, work);
  }

  /** One function for all requests of the run: clients warn each listener once. */
  readonly #onNotice = (notice: LLMNotice): void => this.push(notice);

  push(event: AgentEvent): void {
    this.#control.push(event);
  }

  begin(): void {
    this.#control.begin();
    this.listTools();
    if (this.#resumed !== undefined) this.#restore(this.#resumed);
  }

  start<T>(work: () => Promise<T>, endWork?: () => void): Activity<T> {
    return this.#control.start(work, endWork);
  }

  throwIfAborted(): void {
    this.#control.throwIfAborted();
  }

  listTools(): readonly ToolSpec[] {
    this.tools = this.settings.tools.listTools();
    return this.tools;
  }

  isApproved(callId: string): boolean {
    return this.#resumed?.approved.has(callId) === true;
  }

  findAnnotations(toolName: string): ToolAnnotations {
    return this.tools.find(({ name }) => name === toolName)?.annotations ?? {};
  }

  get elapsedMs(): number {
    return this.#control.elapsedMs;
  }

  /** Counts what a reply has used. */
  spend({ usage }: LLMResponse, client: LLMProvider = this.settings.client): void {
    this.ledger.addRequest(usage, usage && costOf(usage, client, this.settings.price));
  }

  /** Why a tool call must not begin; undefined where it may, and is counted. */
  refuseToolCall(callId: string): string | undefined {
    if (this.#control.timeIsUp) return this.unfinished;
    // A call that goes on was counted when it began.
    if (this.nested?.findResumption(callId) !== undefined) return undefined;
    return this.ledger.takeToolCall()
      ? undefined
      : 'The limit of tool calls is reached; it was not executed.';
  }

  /** The limit that does not let the run go on, if there is one. */
  findLimit(): LimitName | undefined {
    const { ledger, record, settings } = this;
    const { maxIterations } = settings;
    return findLimit({
      ledger,
      iteration: record.iteration,
      maxIterations,
      timeIsUp: this.#control.timeIsUp,
    });
  }

  /** Ends the run at a limit, or has the model answer without tools. */
  stopAt(limit: LimitName): void {
    const { onLimit, maxIterations } = this.settings;
    this.record.limit = limit;
    if (onLimit === 'force-answer') this.answerForced = true;
    else this.record.status = statusAt(limit);
    if (onLimit === 'throw')
      this.failure = { error: limitReached(limit, { ...this.ledger.budget, maxIterations }) };
  }

  /** Takes what ended the loop. A mistake of the developer that shows before anything was done is thrown in any case. */
  fail(error: unknown): void {
    const aborted = this.signal.aborted;
    if (this.#control.endedByTime) {
      this.stopAt('time');
      return;
    }
    this.record.status = aborted ? 'aborted' : 'error';
    if (!aborted)
      this.record.addError(errorMessage(error), isToolwrightError(error) ? error.code : undefined);
    const mistake = !aborted && !this.record.hasBegun && isMistake(error);
    if (this.settings.onFailure !== 'throw' && !mistake) return;
    this.failure = { error: aborted ? this.#control.abortError() : error };
  }

  /**
   * Gives the conversation back to the agent.
   * @param left whether the consumer left before the end; a run that is still going is aborted then
   */
  async end(left: boolean): Promise<void> {
    if (this.record.status === 'running') {
      this.#control.abort(new Error('Nobody reads the run any more.'));
      this.record.status = 'aborted';
    }
    this.#control.end();
    const { result } = this;
    if (this.failure !== undefined) attachResult(this.failure.error, result);
    // A run that is paused is not over; what it has done is in the JSON that it gives.
    if (result.status !== 'paused') this.#memory.commit(this.record.history);
    const told = [...this.#control.takeNotices(), ...this.record.tellCut()];
    const last: readonly AgentEvent[] = [...told, { type: 'run-end', result }];
    // All at once, so that no log lacks the end of a run.
    for (const event of last) this.#log.note(event);
    this.#onEnd?.({ result, failure: this.failure });
    if (!left) for (const event of last) await this.#deliver?.(event);
  }

  get next(): string | undefined {
    return this.#agent.next;
  }

  /** Has another agent go on, if one was chosen. Gives the event that tells of it. */
  handOver(): AgentEvent | undefined {
    const change = this.#agent.handOver();
    this.record.handedTo = this.#agent.handedTo;
    return change && { type: 'handoff', ...change };
  }

  /** The conversation, as the agent sees it that has it now. */
  get messages(): readonly Message[] {
    return this.#agent.view(this.record.history.messages);
  }

  #restore({ target, next, data }: ResumedRun): void {
    if (target !== undefined) this.#agent.adopt(target);
    if (next !== undefined) this.#agent.choose(next);
    this.record.handedTo = this.#agent.handedTo;
    this.listTools();
    restoreRun(this, data);
  }
}
