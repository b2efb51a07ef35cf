import path from 'node:path';
import type { JsonValue } from '@toolwright/contract';
import { createRedaction } from '@toolwright/redaction';
import { CACHE_FOLDER } from '../address/read-addresses.js';
import { chooseSource } from '../history/choose-source.js';
import { type EntrySource, RunHistory } from '../history/run-history.js';
import type { RunRecord } from '../history/run-record.js';
import type { FromHost, HostRequest } from '../host/host-messages.js';
import { followLog } from '../log/follow-log.js';
import type { ProblemsReply } from '../protocol/problem-requests.js';
import type { ProgramState, ShownError, StudioTool, ToolsReply } from '../protocol/requests.js';
import { failure } from '../protocol/shown-failure.js';
import { readLine } from '../record/read-line.js';
import { ToolSecrets } from '../record/tool-secrets.js';
import { CallBook } from './calls/call-book.js';
import { AttachedPrograms } from './interruptions/attached-programs.js';
import { SilenceWatch } from './interruptions/silence-watch.js';
import { KeptRuns } from './kept-runs.js';
import { type ProgramListener, ProgramProcess } from './program/program-process.js';
import { outputFolders, SourceWatcher } from './program/source-watcher.js';
import { WaitingRestart } from './program/waiting-restart.js';
import { controlOf } from './sessions/run-control.js';
import { StoredSessions } from './sessions/stored-sessions.js';
import type { StudioOptions, ToolFacts } from './studio-options.js';
import { UpdateFeed } from './updates/update-feed.js';

/** The state of Studio. Publishes all changes to the feed. */
export class StudioState {
  readonly options: StudioOptions;
  readonly feed = new UpdateFeed();
  readonly history = new RunHistory((record) => {
    const isKept = this.sessions.runs.findSession(record.run.runId) !== undefined;
    return controlOf(record, { program: this.programState, lostAt: this.#lostAt, isKept });
  });
  readonly calls = new CallBook((call) => this.feed.publish({ type: 'call', call }));
  readonly attached = new AttachedPrograms((program) =>
    this.#interrupt((run) => run.program === program, 'The program exited before the run finished.'),
  );
  readonly sessions: StoredSessions;
  readonly redaction = createRedaction({ env: process.env });
  readonly redact = this.redaction.redact;
  readonly program: ProgramProcess | undefined;
  readonly restart: WaitingRestart | undefined;
  problems: ProblemsReply = { status: 'off', diagnostics: [] };
  /** The number of lines that were not entries, e.g. in a damaged log. */
  skippedLines = 0;
  /** The secrets declared by the program's schemas. */
  secrets = new ToolSecrets();
  #tools: readonly StudioTool[] = [];
  #facts: ToolFacts = {};
  /** The time of the program's last restart. The data needed to resume a paused run is lost when its process exits. */
  #lostAt = Date.now();
  /** Whether a run was replaced. */
  #hasReplaced = false;
  /** The last failure that was printed since the program was ready. */
  #saidFailure = '';
  readonly #watcher: SourceWatcher | undefined;
  readonly #kept: KeptRuns | undefined;
  readonly #endLog: (() => void) | undefined;
  readonly #silence: SilenceWatch;

  constructor(options: StudioOptions) {
    this.options = options;
    const { root, program, problems, sessions, keep = true, log, onOutput = () => {} } = options;
    this.sessions = new StoredSessions({
      source: sessions,
      findRun: (runId) => this.history.find(runId),
      ask: (request) => this.ask(request),
      onChange: () => this.feed.publish({ type: 'sessions' }),
    });
    this.#silence = new SilenceWatch(options.silenceMs, (runs, reason) =>
      this.#interrupt((run) => runs.has(run), reason, { at: ({ lastAt }) => lastAt }),
    );
    if (keep) {
      this.#kept = new KeptRuns(path.join(root, CACHE_FOLDER));
      for (const line of this.#kept.read()) this.#addLine(line, { from: 'studio' }, false);
      // Only finished runs are stored, so an open run has lost its end.
      this.#interrupt(() => true, 'Its end was not stored.', { at: ({ lastAt }) => lastAt, keep: false });
    }
    if (program !== undefined) {
      const listener: ProgramListener = {
        onState: (state) => {
          this.feed.publish({ type: 'program', program: state });
          if (state.status === 'failed') this.#sayFailure(state.error, onOutput);
          if (state.status === 'ready') this.#saidFailure = '';
          if (state.status === 'starting' && state.delay !== undefined) onOutput(`${state.delay}\n`);
        },
        onTools: (tools, schemas) => {
          this.#tools = tools;
          this.secrets = new ToolSecrets(schemas);
          this.feed.publish({ type: 'tools' });
        },
        onMessage: (message) => this.#hear(message),
        onEnd: (error) => {
          this.#lostAt = Date.now();
          this.calls.endAll(error);
          this.#interrupt(({ from }) => from === 'studio', error.message);
        },
        onOutput,
      };
      const process = new ProgramProcess(program, listener, this.redaction);
      this.program = process;
      process.restart();
      const restart = new WaitingRestart({
        isBusy: () => this.#isBusy(),
        onWait: () => {
          process.noteWaitingRestart();
          onOutput('Sources changed. The program restarts once its calls and runs have finished.\n');
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
    if (log !== undefined) {
      this.#endLog = followLog(
        log,
        (lines, reading) => this.addLines(lines, { from: 'log', reading }),
        () => this.#silence.check(this.history),
      );
    }
    this.#silence.start(this.history);
  }

  get programState(): ProgramState {
    return this.program?.state ?? { status: 'none' };
  }

  /** Sends a request to the program. @throws ShownFailure with the program's error, or if there is no program */
  async ask(request: HostRequest): Promise<JsonValue> {
    if (this.program !== undefined) return this.program.ask(request);
    throw failure(
      'PROGRAM_UNAVAILABLE',
      'Studio was started without a program.',
      'Start it with --registry or --agent.',
    );
  }

  get tools(): ToolsReply {
    const tools = this.#tools.map((tool) => {
      const facts = Object.hasOwn(this.#facts, tool.spec.name) ? this.#facts[tool.spec.name] : undefined;
      if (facts === undefined) return tool;
      const { examples = [], source, ...others } = facts;
      const spec = source === undefined ? tool.spec : { ...tool.spec, source };
      return { ...tool, ...others, spec, examples: tool.examples.length > 0 ? tool.examples : examples };
    });
    return { tools };
  }

  /** Adds lines of a log. @returns the number of lines that were not entries */
  addLines(lines: readonly string[], source: EntrySource, replayOf?: string): number {
    let skipped = 0;
    for (const line of lines) {
      const isKept = source.from === 'studio';
      if (line.trim() !== '' && !this.#addLine(line, source, isKept, replayOf)) skipped++;
    }
    this.skippedLines += skipped;
    // Pages may still show runs that were replaced.
    if (this.#hasReplaced) this.feed.publish({ type: 'reset' });
    this.#hasReplaced = false;
    return skipped;
  }

  /** Whether a tool or a diagnostic refers to a file. */
  namesFile(file: string): boolean {
    if (this.problems.diagnostics.some((one) => one.file === file)) return true;
    if (this.tools.tools.some(({ spec }) => spec.source?.file === file)) return true;
    return Object.values(this.#facts).some(({ effects = [] }) =>
      effects.some(({ path }) => path.some((step) => step.file === file)),
    );
  }

  close(): void {
    this.#watcher?.close();
    this.restart?.close();
    this.#endLog?.();
    this.#silence.close();
    this.attached.close();
    this.options.problems?.close();
    this.sessions.close();
    this.program?.close();
    this.calls.close();
    this.feed.close();
  }

  /** Prints a failure once. When codegen writes a source file, a failed program is restarted and may fail in the same way again. */
  #sayFailure(error: ShownError, onOutput: (text: string) => void): void {
    const text = this.redact(describeFailure(error));
    if (text !== this.#saidFailure) onOutput(text);
    this.#saidFailure = text;
  }

  #hear(message: FromHost): void {
    switch (message.type) {
      case 'call-start':
      case 'call-logs':
      case 'call-progress':
      case 'call-result':
      case 'call-error':
        this.calls.note(message);
        return;
      case 'lines':
        this.addLines(message.lines.split('\n'), { from: 'studio' }, message.replayOf);
        return;
      default:
    }
  }

  #addLine(line: string, source: EntrySource, keep: boolean, replayOf?: string): boolean {
    const read = readLine(line);
    if (read === undefined) return false;
    // Other programs cannot add entries to Studio's own runs.
    const known = this.history.find(read.run.runId);
    if (source.from === 'live' && known?.from === 'studio') return false;
    const choice = chooseSource(known, read, source);
    if (choice === 'skip') return true;
    if (choice === 'replace' && known !== undefined) {
      this.history.remove(known);
      this.#hasReplaced = true;
    }
    const entry = this.history.add(
      { ...(replayOf !== undefined && { replayOf }), ...read },
      line.length,
      source,
    );
    this.feed.publish({ type: 'entry', entry });
    if (keep) this.#kept?.add(line, read, replayOf);
    return true;
  }

  /** Marks open runs as interrupted. */
  #interrupt(
    isMeant: (run: RunRecord) => boolean,
    reason: string,
    { at = () => Date.now(), keep = true }: InterruptionDetails = {},
  ): void {
    for (const record of this.history.listOpen()) {
      if (!isMeant(record)) continue;
      const { run, from, toldBy, reading } = record;
      const time = new Date(at(record)).toISOString();
      const line = JSON.stringify({ time, ...run, type: 'run-interrupted', reason });
      this.#addLine(line, { from: toldBy, reading }, keep && from === 'studio');
    }
  }

  /** Whether the process has an open call or run, which would be lost if the process exited. */
  #isBusy(): boolean {
    const isOwn = ({ from, startedAt }: RunRecord) => from === 'studio' && startedAt >= this.#lostAt;
    return this.calls.isBusy || this.history.listOpen().some(isOwn);
  }
}

interface InterruptionDetails {
  /** The time of the interruption. Default: now. */
  readonly at?: (run: RunRecord) => number;
  /** Whether to store the interruption. */
  readonly keep?: boolean;
}

/** Returns the terminal message about a failed program. Omits the hint about its last output, because that was already printed. */
function describeFailure({ code, message, hint }: ShownError): string {
  return hint === undefined || code === 'PROGRAM_ENDED'
    ? `error: ${message}\n`
    : `error: ${message}\nfix: ${hint}\n`;
}
