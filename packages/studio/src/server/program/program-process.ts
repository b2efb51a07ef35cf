import { type ChildProcess, fork } from 'node:child_process';
import type { JsonValue } from '@toolwright/contract';
import type { Redaction } from '@toolwright/redaction';
import { endGroup } from '../../host/end-group.js';
import {
  type FromHost,
  type HostRequest,
  isFromHost,
  type ToHost,
  type ToolSchema,
} from '../../host/host-messages.js';
import type { ProgramCrash, ProgramState, ShownError, StudioTool } from '../../protocol/requests.js';
import { OutputMask } from '../../record/output-mask.js';
import { refusedBy } from '../http/refused.js';
import type { ProgramModule } from './program-module.js';

/** What the server wants to know of the process. */
export interface ProgramListener {
  onState(state: ProgramState): void;
  onTools(tools: readonly StudioTool[], schemas: readonly ToolSchema[]): void;
  onMessage(message: FromHost): void;
  /** Everything that was asked of the process is lost. */
  onEnd(error: ShownError): void;
  /** Without secrets. */
  onOutput(text: string): void;
}

const PING_MS = 1_000;
/** How much of what the process printed last is shown when it ends. */
const TAIL = 2_000;
/** How long the last output of a process that has ended is waited for. */
const LAST_WORDS_MS = 300;
/** A process that ends at once is not started again more often than this; each further time it takes twice as long. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 32_000;
/** A process that has lived longer has not ended at once. */
const SHORT_LIFE_MS = 10_000;

/**
 * The process with the user's modules. It may fail, hang or end: the server goes on, says so, and starts it again when it can be expected
 * to do better.
 */
export class ProgramProcess {
  readonly #module: ProgramModule;
  readonly #listener: ProgramListener;
  readonly #redaction: Pick<Redaction, 'stream'>;
  readonly #asked = new Map<number, Asked>();
  #child: ChildProcess | undefined;
  #state: ProgramState = { status: 'starting' };
  #nextId = 0;
  #heardAt = 0;
  /** Whether the process has said that it is there. */
  #isHeard = false;
  #startedAt = 0;
  #pauseMs = PAUSE_MS / 2;
  #output = '';
  #crash: ProgramCrash | undefined;
  #pings: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;

  /** @param redaction for what the process prints */
  constructor(module: ProgramModule, listener: ProgramListener, redaction: Pick<Redaction, 'stream'>) {
    this.#module = module;
    this.#listener = listener;
    this.#redaction = redaction;
  }

  get state(): ProgramState {
    return this.#state;
  }

  /** Starts the process, or another one in place of that which runs, with sources that have changed. */
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
      // A group of its own, so that what it starts ends with it. On Windows, this would open a window.
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
        this.#onExit(child, signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`);
      };
      // What it printed last may still be on the way; what it has started may hold the pipes open.
      const timer = setTimeout(end, LAST_WORDS_MS);
      child.on('close', () => {
        clearTimeout(timer);
        end();
      });
    });
    this.#watchPulse(child);
  }

  /** Tells pages that the process goes on with old sources for now. */
  noteWaitingRestart(): void {
    if (this.#state.status === 'ready') this.#setState({ ...this.#state, restartWaits: true });
  }

  /** @throws Refused with what the process says, or `PROGRAM_UNAVAILABLE` */
  ask(request: HostRequest): Promise<JsonValue> {
    const child = this.#child;
    if (child === undefined || this.#state.status !== 'ready') {
      throw refusedBy(this.#state.status === 'failed' ? this.#state.error : NOT_READY);
    }
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      send(child, { type: 'ask', id, request });
    });
  }

  close(): void {
    clearTimeout(this.#again);
    this.#end({ code: 'PROGRAM_UNAVAILABLE', message: 'Studio has ended.' });
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
        this.#take(message.id)?.reject(refusedBy(message.error));
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

  /** A process whose code runs in a circle answers nothing any more. Before it loads the user's modules, it has longer. */
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
    const isLoading = this.#state.status === 'starting' && this.#isHeard;
    const when = isLoading ? ' while it loaded its modules' : '';
    const seconds = Math.round(limit / 1000);
    this.#onExit(child, `did not answer for ${seconds} s${when} and was ended: it may be in an endless loop`);
  }

  /** A module may wait for a database: this is said, and it may go on waiting. */
  #noteDelay(limit: number): void {
    const state = this.#state;
    // Only of one that answers: another one may be in an endless loop.
    const isLong = this.#heardAt - this.#startedAt > limit;
    if (state.status !== 'starting' || state.delay !== undefined || !isLong) return;
    const seconds = Math.round(limit / 1000);
    const delay = `The modules have not finished loading after ${seconds} s. A top-level await may wait for something that does not come.`;
    this.#setState({ ...state, delay });
  }

  #note(child: ChildProcess, text: string): void {
    if (this.#child === child) this.#output = (this.#output + text).slice(-TAIL);
    this.#listener.onOutput(text);
  }

  #onExit(child: ChildProcess, what: string): void {
    if (this.#child !== child) return;
    const wasReady = this.#state.status === 'ready';
    const error: ShownError = {
      code: 'PROGRAM_ENDED',
      message: `The program ${what}.`,
      ...(this.#output !== '' && { hint: `It printed last: ${this.#output}` }),
    };
    this.#end(error);
    // An error that says why it cannot be loaded stays; a change of the sources starts it again.
    if (this.#state.status !== 'failed') this.#setState({ status: 'failed', error });
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
    for (const { reject } of asked) reject(refusedBy(error));
    this.#listener.onEnd(error);
  }

  #crashed(): { readonly crash?: ProgramCrash } {
    return this.#crash === undefined ? {} : { crash: this.#crash };
  }

  #setState(state: ProgramState): void {
    this.#state = state;
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
  // A process that has just ended gets nothing; its end is told by an event of its own.
  if (child.connected) child.send(message, () => {});
}
