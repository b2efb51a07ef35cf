import type { ContentPart, JsonObject, JsonValue, PendingCall, ToolSpec, Usage } from '@toolwright/contract';
import type { ErrorReport } from '@toolwright/logger';
import type { RunEntry, RunSettings, ShownStatus } from './studio-event.js';

/*
 * Requests from the page to Studio's server: JSON over HTTP below `/api`. Each request has the header `Authorization: Bearer <token>`, with
 * the token from the page's URL. The response to a refused request is a `Refusal` with a status of 400 or above.
 */

/** The body of the response to a refused request. */
export interface Refusal {
  readonly error: ShownError;
}

/** An error as the page shows it. */
export interface ShownError {
  /** For example `INVALID_ARGUMENTS`. */
  readonly code: string;
  readonly message: string;
  /** A suggestion of what the user can do about the error. */
  readonly hint?: string;
  /** The invalid arguments of a refused call, with the registry's messages. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  /** What the tool or another function of the program threw. */
  readonly thrown?: ErrorReport;
}

/** `GET /api/studio` */
export interface StudioInfo {
  readonly version: string;
  /** The name of the project folder. */
  readonly project: string;
  /** The absolute path of the project, for links that open an editor. */
  readonly root: string;
  /** The options with which Studio was started. */
  readonly started: {
    readonly registry?: string;
    readonly agents: readonly string[];
    readonly log?: string;
    readonly store?: string;
  };
  readonly program: ProgramState;
}

/** The state of the process that loads the user's modules. It is a separate process, so that an error in a tool does not crash Studio. */
export type ProgramState =
  /** Studio was started without a registry or agents. */
  | { readonly status: 'none' }
  | {
      readonly status: 'starting';
      readonly crash?: ProgramCrash;
      /** Set if loading is slow although the process responds. */
      readonly delay?: string;
    }
  | {
      readonly status: 'ready';
      readonly crash?: ProgramCrash;
      readonly agents: readonly AgentEntry[];
      /** Set if sources have changed while calls or runs are in progress. */
      readonly restartWaits?: true;
    }
  | { readonly status: 'failed'; readonly error: ShownError };

/** The reason the program exited unexpectedly; reset when a source file changes. */
export interface ProgramCrash {
  readonly at: number;
  readonly error: ShownError;
}

/** An agent that the page can run. */
export interface AgentEntry {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
  /** Absent if it is unknown before the first run. */
  readonly model?: string | undefined;
  /** Without secrets. */
  readonly systemPrompt?: string | undefined;
}

/** `GET /api/tools` */
export interface ToolsReply {
  readonly tools: readonly StudioTool[];
}

/** A tool with everything that is known about it. */
export interface StudioTool {
  readonly spec: ToolSpec;
  /** The tokens that its definition takes in a request; absent without `gpt-tokenizer`. */
  readonly tokens?: number;
  /** Examples of valid arguments, from `@example`. */
  readonly examples: readonly JsonObject[];
  /** The effects of its code; absent until the code has been analysed. */
  readonly effects?: readonly ToolEffect[];
  /** The differences from the lock, if the project has one. */
  readonly changes?: readonly ToolChange[];
}

/** An effect of a tool; see `toolwright effects`. */
export interface ToolEffect {
  /** For example `fs.write`. */
  readonly effect: string;
  readonly path: readonly { readonly file: string; readonly line: number; readonly text: string }[];
  /** The number of calls omitted in the middle of the path. */
  readonly omitted?: number;
}

/** A change of a tool; see `toolwright diff`. */
export interface ToolChange {
  readonly side: string;
  readonly path: string;
  readonly verdict: string;
  readonly message: string;
}

/** `GET /api/source?file=…&line=…`: lines of a file of the project, around one of them. */
export interface SourceReply {
  readonly file: string;
  /** The number of the first line. */
  readonly from: number;
  readonly lines: readonly string[];
}

/** `POST /api/calls`. The response is a `CallStarted`; everything else is sent as updates. */
export interface CallRequest {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Set once the user has confirmed a call to a potentially destructive tool. Otherwise, such a call is refused with `NEEDS_CONSENT`. */
  readonly consent?: true;
}

/** A valid call that has started. */
export interface CallStarted {
  readonly callId: string;
  /** Without secrets. */
  readonly arguments: JsonObject;
}

/** `GET /api/calls`: the calls from pages since Studio started, latest first. `POST /api/calls/<callId>/abort` aborts a call. */
export interface CallsReply {
  readonly calls: readonly CallEntry[];
}

/** A log line that a call wrote. */
export interface CallLog {
  readonly at: number;
  readonly message: string;
  readonly data?: JsonValue;
}

/** The current state of a call from a page. */
export interface CallEntry {
  readonly callId: string;
  readonly tool: string;
  /** Without secrets. */
  readonly arguments: JsonObject;
  readonly startedAt: number;
  /** The last 1,000 logs. */
  readonly logs: readonly CallLog[];
  /** The number of earlier logs that were dropped. */
  readonly droppedLogs?: number;
  readonly progress?: JsonValue;
  /** Present once the call has finished. */
  readonly end?:
    | {
        readonly result: JsonValue;
        readonly durationMs: number;
        readonly omitted?: number;
        /** What the tool returned, if it is more than text. Images, audio and files are `data:` URLs, or a text that names them. */
        readonly content?: readonly ContentPart[];
        /** Why the registry took only a part of what the tool returned. */
        readonly warning?: ShownError;
      }
    | { readonly error: ShownError; readonly durationMs: number };
}

/**
 * `GET /api/runs?search=…&before=<startedAt>&beforeId=<runId>&limit=…`: up to 5,000 runs that are older than the given one, newest first,
 * without sub-agent runs. `GET /api/runs?search=…&id=…&id=…` returns up to 200 given runs, if they belong to this list; ids are encoded as
 * in URLs. `POST /api/runs/<runId>/abort` aborts a run.
 */
export interface RunsReply {
  readonly runs: readonly RunSummary[];
  /** Whether there are older runs. */
  readonly more: boolean;
}

/** One run in a list. */
export interface RunSummary {
  readonly runId: string;
  readonly agent: string;
  readonly parentRunId?: string;
  readonly model?: string;
  readonly status: ShownStatus;
  /** The reason the run ended without a result; present if it was interrupted. */
  readonly interrupted?: string;
  readonly startedAt: number;
  /** Absent while the run is in progress, and if the system clock was set back during the run. */
  readonly durationMs?: number;
  /** The start of the input. */
  readonly input: string;
  /** The start of the answer, or of the error if there is none. */
  readonly answer?: string;
  /** The number of calls, with those of sub-runs. */
  readonly toolCalls: number;
  /** The names of the called tools, with those of sub-runs. */
  readonly tools?: readonly string[];
  /** The names of the tools of which a call failed, with those of sub-runs. */
  readonly failedTools?: readonly string[];
  /** The tokens that the run used. */
  readonly usage?: Usage;
  readonly cost?: number;
  /** The tokens and the cost that a replay or branch repeats from the record of another run, so that nobody paid for them again. */
  readonly recorded?: Usage;
  /** `live`: from an attached program. `studio`: started from the page. `log`: read from a file. */
  readonly from: 'live' | 'studio' | 'log';
  /** The run that this run replays. */
  readonly replayOf?: string;
  /** The runs whose conversation this run continues, if it was started in the playground. */
  readonly after?: readonly string[];
  /** What the playground changed of the agent. */
  readonly settings?: RunSettings;
  /** Set if entries are missing because the run was too long. */
  readonly partial?: true;
  /** The calls that are waiting for a decision. */
  readonly pending?: readonly PendingCall[];
  /** Whether Studio can decide the run's calls, replay it and branch from it, because Studio was started with its agent. */
  readonly controllable: boolean;
  /** The reason the pending calls cannot be decided here. */
  readonly undecidable?: string;
}

/** `GET /api/runs/<runId>?after=<sequence>&limit=…`: the run and its sub-runs. */
export interface RunReply {
  readonly summary: RunSummary;
  readonly entries: readonly RunEntry[];
  readonly more: boolean;
}

/** The response to `POST /api/runs` and `POST /api/runs/<runId>/replay`. */
export interface RunStarted {
  readonly runId: string;
  /** The session that stores the run. */
  readonly sessionId?: string;
}

/** `POST /api/runs` */
export interface RunRequest {
  readonly agent: string;
  readonly input: string;
  /** The runs whose conversation this run continues, oldest first. Such a run, even with an empty list, is not stored in a session. */
  readonly after?: readonly string[];
  readonly settings?: RunSettings;
}

/**
 * `POST /api/runs/<runId>/replay`. All events are repeated from the record, without model requests or tool calls. With `branch`, the record
 * ends at a step, the edited reply or result takes its place, and the real model continues from there.
 */
export interface ReplayRequest {
  readonly branch?:
    | {
        readonly kind: 'reply';
        /** The index of the model's reply, starting at 0. */
        readonly step: number;
        readonly text: string;
        /** The calls of the reply. Default: the recorded calls. */
        readonly calls?: readonly EditedToolCall[];
      }
    | { readonly kind: 'result'; readonly callId: string; readonly result: JsonValue };
}

export interface EditedToolCall {
  /** The id of the recorded call; absent for a new call. */
  readonly id?: string;
  readonly name: string;
  /** A JSON object, or the model's recorded text. */
  readonly arguments: string;
}

/** `POST /api/runs/<runId>/decisions` and `POST /api/sessions/<id>/decisions`: decisions, by call id. The response is a `RunStarted`. */
export type DecisionsRequest = Readonly<
  Record<
    string,
    | { readonly approved: true; readonly arguments?: JsonObject }
    | { readonly approved: false; readonly reason?: string }
  >
>;
