import path from 'node:path';
import { createRedaction, type JsonValue } from '@toolwright/contract';
import { CACHE_FOLDER } from '../address/studio-address.js';
import { RunHistory } from '../history/run-history.js';
import type { RunRecord } from '../history/run-record.js';
import type { FromHost, HostRequest } from '../host/host-messages.js';
import { followLog } from '../log/follow-log.js';
import type {
  ProblemsReply,
  ProgramState,
  RunSummary,
  ShownError,
  StudioTool,
  ToolsReply,
} from '../protocol/requests.js';
import { readLine } from '../record/read-line.js';
import { CallBook } from './calls/call-book.js';
import { refusedBy } from './http/refused.js';
import { KeptRuns } from './kept-runs.js';
import { outputFolders } from './program/output-folders.js';
import { ProgramProcess } from './program/program-process.js';
import { SourceWatcher } from './program/source-watcher.js';
import { WaitingRestart } from './program/waiting-restart.js';
import type { StudioOptions, ToolFacts } from './studio-options.js';
import { UpdateFeed } from './updates/update-feed.js';

/** Everything that Studio knows, and where news go. */
export class StudioState {
  readonly options: StudioOptions;
  readonly feed = new UpdateFeed();
  readonly history = new RunHistory((record) => this.#canControl(record));
  readonly calls = new CallBook((call) => this.feed.publish({ type: 'call', call }));
  readonly redact = createRedaction({ env: process.env }).redact;
  readonly program: ProgramProcess | undefined;
  readonly restart: WaitingRestart | undefined;
  problems: ProblemsReply = { status: 'off', diagnostics: [] };
  /** Lines that were no entries: of a damaged log, or forged. */
  skippedLines = 0;
  #tools: readonly StudioTool[] = [];
  #facts: ToolFacts = {};
  /** When the program was last started anew. What resumes a paused run is lost with its process. */
  #lostAt = Date.now();
  readonly #watcher: SourceWatcher | undefined;
  readonly #kept: KeptRuns | undefined;
  readonly #endLog: (() => void) | undefined;

  constructor(options: StudioOptions) {
    this.options = options;
    const { root, program, problems, sessions, keep = true, log, onOutput = () => {} } = options;
    if (keep) {
      this.#kept = new KeptRuns(path.join(root, CACHE_FOLDER));
      for (const line of this.#kept.read()) this.#addLine(line, 'studio', false);
    }
    if (program !== undefined) {
      const process = new ProgramProcess(program, {
        onState: (state) => {
          this.feed.publish({ type: 'program', program: state });
          if (state.status === 'failed') onOutput(this.redact(describeFailure(state.error)));
        },
        onTools: (tools) => {
          this.#tools = tools;
          this.feed.publish({ type: 'tools' });
        },
        onMessage: (message) => this.#hear(message),
        onEnd: (error) => {
          this.#lostAt = Date.now();
          this.calls.endAll(error);
          this.#endRuns(error);
        },
        onOutput: (text) => onOutput(this.redact(text)),
      });
      this.program = process;
      process.restart();
      const restart = new WaitingRestart({
        isBusy: () => this.#isBusy(),
        onWait: () => {
          process.noteWaitingRestart();
          onOutput('Sources changed. The program restarts when its calls and runs have ended.\n');
        },
        restart: () => process.restart(),
      });
      this.restart = restart;
      this.#watcher = new SourceWatcher(root, () => restart.request(), outputFolders(options.started));
    }
    problems?.start({
      onProblems: (found) => {
        this.problems = found;
        this.feed.publish({ type: 'problems', problems: found });
      },
      onFacts: (facts) => {
        this.#facts = facts;
        this.feed.publish({ type: 'tools' });
      },
    });
    sessions?.start?.(() => this.feed.publish({ type: 'sessions' }));
    if (log !== undefined) this.#endLog = followLog(log, (lines) => this.addLines(lines, 'log'));
  }

  get programState(): ProgramState {
    return this.program?.state ?? { status: 'none' };
  }

  /** @throws Refused with what the program says, or because there is none */
  async ask(request: HostRequest): Promise<JsonValue> {
    if (this.program !== undefined) return this.program.ask(request);
    throw refusedBy({
      code: 'PROGRAM_UNAVAILABLE',
      message: 'Studio was started without a program.',
      hint: 'Start it with --registry or --agent.',
    });
  }

  get tools(): ToolsReply {
    const tools = this.#tools.map((tool) => {
      const facts = Object.hasOwn(this.#facts, tool.spec.name) ? this.#facts[tool.spec.name] : undefined;
      if (facts === undefined) return tool;
      const { examples = [], ...others } = facts;
      return { ...tool, ...others, examples: tool.examples.length > 0 ? tool.examples : examples };
    });
    return { tools };
  }

  /** Adds lines of a log. @returns how many were no entries */
  addLines(lines: readonly string[], from: RunSummary['from'], replayOf?: string): number {
    let skipped = 0;
    for (const line of lines) {
      if (line.trim() !== '' && !this.#addLine(line, from, from === 'studio', replayOf)) skipped++;
    }
    this.skippedLines += skipped;
    return skipped;
  }

  /** Whether a tool or a diagnostic names a file. */
  namesFile(file: string): boolean {
    if (this.problems.diagnostics.some((one) => one.file === file)) return true;
    if (this.#tools.some(({ spec }) => spec.source.file === file)) return true;
    return Object.values(this.#facts).some(({ effects = [] }) =>
      effects.some(({ path }) => path.some((step) => step.file === file)),
    );
  }

  close(): void {
    const { problems, sessions } = this.options;
    this.#watcher?.close();
    this.restart?.close();
    this.#endLog?.();
    problems?.close();
    sessions?.close?.();
    this.program?.close();
    this.calls.close();
    this.feed.close();
  }

  #hear(message: FromHost): void {
    switch (message.type) {
      case 'call-log':
      case 'call-progress':
      case 'call-result':
      case 'call-error':
        this.calls.note(message);
        return;
      case 'lines':
        this.addLines(message.lines.split('\n'), 'studio', message.replayOf);
        return;
      default:
    }
  }

  #addLine(line: string, from: RunSummary['from'], keep: boolean, replayOf?: string): boolean {
    const read = readLine(line);
    if (read === undefined) return false;
    const entry = this.history.add(
      { ...(replayOf !== undefined && { replayOf }), ...read },
      line.length,
      from,
    );
    this.feed.publish({ type: 'entry', entry });
    if (keep) this.#kept?.add(line, read, replayOf);
    return true;
  }

  /** The process of these runs has gone before it could tell of their end. */
  #endRuns({ message }: ShownError): void {
    const time = new Date().toISOString();
    const none = {
      toolCalls: [],
      reasoningTrace: [],
      messages: [],
      usage: { inputTokens: 0, outputTokens: 0 },
    };
    for (const { run, from } of this.history.listOpen()) {
      if (from !== 'studio') continue;
      const ended = { status: 'aborted', finalResponse: '', iteration: 0, errors: [message] };
      const result = { runId: run.runId, ...ended, ...none };
      this.#addLine(JSON.stringify({ time, ...run, type: 'run-end', result }), 'studio', true);
    }
  }

  /** Whether the process has a call or a run that would be lost with it. */
  #isBusy(): boolean {
    const isOwn = ({ from, startedAt }: RunRecord) => from === 'studio' && startedAt >= this.#lostAt;
    return this.calls.isBusy || this.history.listOpen().some(isOwn);
  }

  /** A run of another process can be repeated once it has ended; only its own process can decide about it. */
  #canControl({ from, run, isOpen, isPaused, isPartial, startedAt }: RunRecord): boolean {
    const { programState: state } = this;
    const isOwn = state.status === 'ready' && state.agents.some(({ name }) => name === run.agent);
    const goesOn = isOpen || isPaused;
    return isOwn && !isPartial && (!goesOn || (from === 'studio' && startedAt >= this.#lostAt));
  }
}

/** What the terminal says of a program that has failed. What it printed itself was passed on. */
function describeFailure({ code, message, hint }: ShownError): string {
  return hint === undefined || code === 'PROGRAM_ENDED'
    ? `error: ${message}\n`
    : `error: ${message}\nfix: ${hint}\n`;
}
