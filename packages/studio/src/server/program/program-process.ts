import { type ChildProcess, fork } from 'node:child_process';
import type { JsonValue } from '@toolwright/contract';
import type { Redaction } from '@toolwright/redaction';
import {
  type FromHost,
  type HostRequest,
  isFromHost,
  type ToHost,
  type ToolSchema,
} from '../../host/host-messages.js';
import type { ProgramCrash, ProgramState, ShownError, StudioTool } from '../../protocol/requests.js';
import { ShownFailure } from '../../protocol/shown-failure.js';
import { OutputMask } from '../../record/output-mask.js';
import type { ProgramModule } from './program-module.js';

/** Listeners of the process. */
export interface ProgramListener {
  onState(state: ProgramState): void;
  onTools(tools: readonly StudioTool[], schemas: readonly ToolSchema[]): void;
  onMessage(message: FromHost): void;
  /** Called when the process has exited and all open requests to it have failed. */
  onEnd(error: ShownError): void;
  /** Called when the process has printed text, which contains no secrets. */
  onOutput(text: string): void;
}

const PING_MS = 1_000;
/** The number of characters of the last output that are shown when the process exits. */
const TAIL = 2_000;
/** How long to wait for the last output of a process that has exited, in milliseconds. */
const LAST_WORDS_MS = 300;
/** The initial interval between restarts of a process that keeps exiting, in milliseconds. It doubles each time. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 32_000;
/** If a process runs longer than this, the interval is reset. In milliseconds. */
const SHORT_LIFE_MS = 10_000;

/**
 * Manages the process that loads the user's modules. If the process fails, hangs or exits, the server reports this, and restarts the
 * process after a pause or after a change of the sources.
 */
export class ProgramProcess {
  readonly #module: ProgramModule;
  readonly #listener: ProgramListener;
  readonly #redaction: Pick<Redaction, 'stream'>;
  readonly #asked = new Map<number, Asked>();
  #child: ChildProcess | undefined;
  state: ProgramState = { status: 'starting' };
  #nextId = 0;
  #heardAt = 0;
  /** Whether the process has sent a message. */
  #isHeard = false;
  #startedAt = 0;
  #pauseMs = PAUSE_MS / 2;
  #output = '';
  #crash: ProgramCrash | undefined;
  #pings: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;

  /** @param redaction masks the output of the process */
  constructor(module: ProgramModule, listener: ProgramListener, redaction: Pick<Redaction, 'stream'>) {
    this.#module = module;
    this.#listener = listener;
    this.#redaction = redaction;
  }

  /** Starts the process, or replaces the running one after its sources have changed. */
  restart(): void {
    this.#crash = undefined;
    this.#start();
  }

  #start(): void {
    clearTimeout(this.#again);
    this.#end({
      code: 'PROGRAM_RESTARTED',
      message: 'The program was restarted, because its sources changed.',
    });
    this.#setState({ status: 'starting', ...this.#crashed() });
    this.#output = '';
    this.#startedAt = Date.now();
    const { file, args, cwd, env = process.env } = this.#module;
    const child = fork(file, [...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
      // Uses a separate process group, so that child processes exit too. On Windows, this would open a window.
      detached: process.platform !== 'win32',
    });
    this.#child = child;
    child.on('message', (message) => this.#child === child && isFromHost(message) && this.#hear(message));
    child.on('error', (error) => this.#onExit(child, `could not be started: ${error.message}`));
    const masks = [child.stdout, child.stderr].map((stream) => {
      const mask = new OutputMask(this.#redaction, (text) => this.#note(child, text));
      stream?.setEncoding('utf8').on('data', (text: string) => mask.push(text));
      return mask;
    });
    child.on('exit', (code, signal) => {
      const end = (): void => {
        for (const mask of masks) mask.flush();
        this.#onExit(child, signal === null ? `exited with code ${code}` : `was terminated by ${signal}`);
      };
      // The last output may not have arrived yet, and child processes may keep the pipes open.
      const timer = setTimeout(end, LAST_WORDS_MS);
      child.on('close', () => {
        clearTimeout(timer);
        end();
      });
    });
    this.#watchPulse(child);
  }

  /** Tells pages that the process still uses the old sources. */
  noteWaitingRestart(): void {
    if (this.state.status === 'ready') this.#setState({ ...this.state, restartWaits: true });
  }

  /** Sends a request to the process. @throws ShownFailure with the error of the process or `PROGRAM_UNAVAILABLE` */
  ask(request: HostRequest): Promise<JsonValue> {
    const child = this.#child;
    if (child === undefined || this.state.status !== 'ready') {
      throw new ShownFailure(this.state.status === 'failed' ? this.state.error : NOT_READY);
    }
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      send(child, { type: 'ask', id, request });
    });
  }

  close(): void {
    clearTimeout(this.#again);
    this.#end({ code: 'PROGRAM_UNAVAILABLE', message: 'Studio has stopped.' });
  }

  #hear(message: FromHost): void {
    this.#heardAt = Date.now();
    this.#isHeard = true;
    switch (message.type) {
      case 'ready':
        this.#setState({ status: 'ready', agents: message.agents, ...this.#crashed() });
        this.#listener.onTools(message.tools, message.schemas);
        return;
      case 'tools':
        this.#listener.onTools(message.tools, message.schemas);
        return;
      case 'failed':
        this.#setState({ status: 'failed', error: message.error });
        return;
      case 'answer':
        this.#take(message.id)?.resolve(message.value);
        return;
      case 'refusal':
        this.#take(message.id)?.reject(new ShownFailure(message.error));
        return;
      case 'pong':
        return;
      default:
        this.#listener.onMessage(message);
    }
  }

  #take(id: number): Asked | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }

  /** Detects a process that no longer responds, e.g. because of an endless loop. */
  #watchPulse(child: ChildProcess): void {
    clearInterval(this.#pings);
    this.#heardAt = Date.now();
    this.#isHeard = false;
    this.#pings = setInterval(() => {
      const { hangMs = 15_000, loadMs = 120_000 } = this.#module;
      const limit = this.#isHeard ? hangMs : loadMs;
      if (Date.now() - this.#heardAt > limit) return this.#endSilent(child, limit);
      this.#noteDelay(hangMs);
      send(child, { type: 'ping' });
    }, PING_MS);
    this.#pings.unref();
  }

  #endSilent(child: ChildProcess, limit: number): void {
    const isLoading = this.state.status === 'starting' && this.#isHeard;
    const when = isLoading ? ' while loading its modules' : '';
    const seconds = Math.round(limit / 1000);
    this.#onExit(
      child,
      `did not respond for ${seconds} s${when} and was terminated: it may be in an endless loop`,
    );
  }

  /** Reports that loading takes long, for example because a module is waiting for a database. The process is not terminated. */
  #noteDelay(limit: number): void {
    const state = this.state;
    // Only reported if the process responds; otherwise, it may be in an endless loop.
    const isLong = this.#heardAt - this.#startedAt > limit;
    if (state.status !== 'starting' || state.delay !== undefined || !isLong) return;
    const seconds = Math.round(limit / 1000);
    const delay = `The modules have not finished loading after ${seconds} s. A top-level await may be waiting for something that never happens.`;
    this.#setState({ ...state, delay });
  }

  #note(child: ChildProcess, text: string): void {
    if (this.#child === child) this.#output = (this.#output + text).slice(-TAIL);
    this.#listener.onOutput(text);
  }

  #onExit(child: ChildProcess, what: string): void {
    if (this.#child !== child) return;
    const wasReady = this.state.status === 'ready';
    const error: ShownError = {
      code: 'PROGRAM_ENDED',
      message: `The program ${what}.`,
      ...(this.#output !== '' && { hint: `It printed last: ${this.#output}` }),
    };
    this.#end(error);
    // An earlier loading error is kept. The process is restarted when its sources change.
    if (this.state.status !== 'failed') this.#setState({ status: 'failed', error });
    if (!wasReady) return;
    this.#crash = { at: Date.now(), error };
    const lived = Date.now() - this.#startedAt;
    this.#pauseMs = lived > SHORT_LIFE_MS ? PAUSE_MS : Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    this.#again = setTimeout(() => this.#start(), Math.max(0, this.#pauseMs - lived));
    this.#again.unref();
  }

  #end(error: ShownError): void {
    clearInterval(this.#pings);
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    endGroup(child);
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of asked) reject(new ShownFailure(error));
    this.#listener.onEnd(error);
  }

  #crashed(): { readonly crash?: ProgramCrash } {
    return this.#crash === undefined ? {} : { crash: this.#crash };
  }

  #setState(state: ProgramState): void {
    this.state = state;
    this.#listener.onState(state);
  }
}

interface Asked {
  readonly resolve: (value: JsonValue) => void;
  readonly reject: (error: Error) => void;
}

const NOT_READY: ShownError = {
  code: 'PROGRAM_UNAVAILABLE',
  message: 'The program is starting.',
  hint: 'Try again when it is ready.',
};

function send(child: ChildProcess, message: ToHost): void {
  // If the process has just exited, the message is dropped; another event reports the exit.
  if (child.connected) child.send(message, () => {});
}

/** Kills a process and its process group, even if the process itself has exited. Processes that left the group continue. */
function endGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes of the group have exited, or the system does not support groups.
    child.kill('SIGKILL');
  }
}
