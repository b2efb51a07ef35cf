import type { JsonObject, JsonValue, PendingCall, ToolSpec, Usage } from '@toolwright/contract';
import type { RunEntry, ShownStatus } from './studio-event.js';

/*
 * The requests of the page to Studio's server: JSON over HTTP below `/api`. Each request has the header `Authorization: Bearer <token>` with
 * the token from the address of the page. A refused request is answered with a `Refusal` and a status of 400 or more.
 */

/** The body of the response to a refused request. */
export interface Refusal {
  readonly error: ShownError;
}

/** An error as the page shows it. */
export interface ShownError {
  /** Such as `INVALID_ARGUMENTS`. */
  readonly code: string;
  readonly message: string;
  /** What the user can do about it. */
  readonly hint?: string;
  /** The invalid arguments of a refused call, with the messages of the registry. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}

/** `GET /api/studio` */
export interface StudioInfo {
  readonly version: string;
  /** The name of the project's folder. */
  readonly project: string;
  /** Absolute path of the project, for links that open an editor. */
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

/** The state of the process with the user's modules. It is separate from the server, so that an error in a tool does not end Studio. */
export type ProgramState =
  /** Studio was started without a registry and agents. */
  | { readonly status: 'none' }
  | {
      readonly status: 'starting';
      readonly crash?: ProgramCrash;
      /** Set if loading takes long although the process responds. */
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

/** Why the program ended unexpectedly; reset when a source changes. */
export interface ProgramCrash {
  readonly at: number;
  readonly error: ShownError;
}

/** An agent that the page can run. */
export interface AgentEntry {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
}

/** `GET /api/tools` */
export interface ToolsReply {
  readonly tools: readonly StudioTool[];
}

/** A tool with all known facts. */
export interface StudioTool {
  readonly spec: ToolSpec;
  /** The tokens of its definition in a request; absent without `gpt-tokenizer`. */
  readonly tokens?: number;
  /** Examples of valid arguments, from `@example`. */
  readonly examples: readonly JsonObject[];
  /** The effects of its code; absent until the code has been analysed. */
  readonly effects?: readonly ToolEffect[];
  /** Differences to the lock, if there is one. */
  readonly changes?: readonly ToolChange[];
}

/** An effect of a tool, see `toolwright effects`. */
export interface ToolEffect {
  /** Such as `fs.write`. */
  readonly effect: string;
  readonly path: readonly { readonly file: string; readonly line: number; readonly text: string }[];
  /** The number of calls in the middle that are left out. */
  readonly omitted?: number;
}

/** A change of a tool, see `toolwright diff`. */
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
  /** Set after the user has confirmed the call of a tool that may be destructive. Without it, such a call is refused with `NEEDS_CONSENT`. */
  readonly consent?: true;
}

/** A call that is valid and running. */
export interface CallStarted {
  readonly callId: string;
  /** Without secrets. */
  readonly arguments: JsonObject;
}

/** `GET /api/calls`: the calls from the page since the start of Studio, the latest first. `POST /api/calls/<callId>/abort` aborts one. */
export interface CallsReply {
  readonly calls: readonly CallEntry[];
}

/** A line that a call wrote. */
export interface CallLog {
  readonly at: number;
  readonly message: string;
  readonly data?: JsonValue;
}

/** A call from the page in its current state. */
export interface CallEntry {
  readonly callId: string;
  readonly tool: string;
  /** Without secrets. */
  readonly arguments: JsonObject;
  readonly startedAt: number;
  /** The last thousand logs. */
  readonly logs: readonly CallLog[];
  /** How many earlier logs were dropped. */
  readonly droppedLogs?: number;
  readonly progress?: JsonValue;
  /** Present if the call has ended. */
  readonly end?:
    | { readonly result: JsonValue; readonly durationMs: number; readonly omitted?: number }
    | { readonly error: ShownError; readonly durationMs: number };
}

/**
 * `GET /api/runs?search=…&before=<startedAt>&beforeId=<runId>&limit=…`: up to 200 runs that are older than the given one, the newest first,
 * without runs of sub-agents. `GET /api/runs?search=…&id=…&id=…` returns those of up to 200 runs that belong to this list; the ids are
 * encoded as in addresses. `POST /api/runs/<runId>/abort` aborts a run.
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
  /** Why the run ended without a result; present if it is interrupted. */
  readonly interrupted?: string;
  readonly startedAt: number;
  /** Absent while the run is in progress, and if the clock was set back during it. */
  readonly durationMs?: number;
  /** The beginning of the input. */
  readonly input: string;
  readonly toolCalls: number;
  readonly usage?: Usage;
  readonly cost?: number;
  /** `live`: from an attached program. `studio`: started from the page. `log`: read from a file. */
  readonly from: 'live' | 'studio' | 'log';
  /** The run that this one repeats. */
  readonly replayOf?: string;
  /** Set if entries are missing because the run was too long. */
  readonly partial?: true;
  /** The calls that wait for a decision. */
  readonly pending?: readonly PendingCall[];
  /** Whether Studio can decide its calls, replay it and branch from it, because Studio was started with its agent. */
  readonly controllable: boolean;
  /** Why the pending calls cannot be decided here. */
  readonly undecidable?: string;
}

/** `GET /api/runs/<runId>?after=<sequence>&limit=…`: the run and its sub-runs. */
export interface RunReply {
  readonly summary: RunSummary;
  readonly entries: readonly RunEntry[];
  readonly more: boolean;
}

/** The response of `POST /api/runs` and `POST /api/runs/<runId>/replay`. */
export interface RunStarted {
  readonly runId: string;
  /** The session that stores the run. */
  readonly sessionId?: string;
}

/** `POST /api/runs` */
export interface RunRequest {
  readonly agent: string;
  readonly input: string;
}

/**
 * `POST /api/runs/<runId>/replay`. The replies of the model and the results of tools are taken from the record, without requests or tool
 * calls. With `branch`, the record ends at a step, the edited reply or result takes its place, and the real model continues.
 */
export interface ReplayRequest {
  readonly branch?:
    | {
        readonly kind: 'reply';
        /** The index of the model's reply, from 0. */
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
  /** A JSON object, or the recorded text. */
  readonly arguments: string;
}

/** `POST /api/runs/<runId>/decisions` and `POST /api/sessions/<id>/decisions`: decisions by call id. The response is a `RunStarted`. */
export type DecisionsRequest = Readonly<
  Record<string, { readonly approved: true } | { readonly approved: false; readonly reason?: string }>
>;

/** `GET /api/problems`: the diagnostics of codegen for the project. */
export interface ProblemsReply {
  /** `off`: codegen is not installed, or the project has no `tsconfig.json`. */
  readonly status: 'off' | 'reading' | 'read';
  readonly diagnostics: readonly StudioDiagnostic[];
  /** When the project was read, in milliseconds since 1970. */
  readonly at?: number;
  /** Why codegen failed, or why it is off. */
  readonly failure?: ShownError;
}

/** A diagnostic of codegen. */
export interface StudioDiagnostic {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The source line. */
  readonly text?: string;
  /** How many columns of the line are at fault. */
  readonly length?: number;
  readonly fix?: string;
}
