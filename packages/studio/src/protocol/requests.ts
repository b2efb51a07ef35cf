import type { JsonObject, JsonValue, PendingCall, ToolSpec, Usage } from '@toolwright/contract';
import type { RunEntry, ShownStatus } from './studio-event.js';

/*
 * What the page asks of Studio's server: JSON over HTTP below `/api`. Each request carries `Authorization: Bearer <token>`; the page takes
 * the token from its own address. Each refusal is a `Refusal` with a status of 400 or more.
 */

/** Why a request was refused. */
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
  /** The arguments at fault, where a call was refused: the registry's own sentences. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}

/** `GET /api/studio` */
export interface StudioInfo {
  readonly version: string;
  /** The name of the project's folder. */
  readonly project: string;
  /** Absolute path of the project, for links that open an editor. */
  readonly root: string;
  /** What Studio was started with. */
  readonly started: {
    readonly registry?: string;
    readonly agents: readonly string[];
    readonly log?: string;
    readonly store?: string;
  };
  readonly program: ProgramState;
}

/** The process that has the user's modules. It is another one than the server: an error in a tool never ends Studio. */
export type ProgramState =
  /** Neither a registry nor an agent was named. */
  | { readonly status: 'none' }
  | {
      readonly status: 'starting';
      readonly crash?: ProgramCrash;
      /** Said when loading takes long, though the process answers. */
      readonly delay?: string;
    }
  | {
      readonly status: 'ready';
      readonly crash?: ProgramCrash;
      readonly agents: readonly AgentEntry[];
      /** Sources have changed; calls or runs are in progress. */
      readonly restartWaits?: true;
    }
  | { readonly status: 'failed'; readonly error: ShownError };

/** Why the program ended by itself, until a source changes. */
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

/** A tool with everything that is known about it. */
export interface StudioTool {
  readonly spec: ToolSpec;
  /** The tokens of its definition in a request; absent without `gpt-tokenizer`. */
  readonly tokens?: number;
  /** Valid arguments, from `@example`. */
  readonly examples: readonly JsonObject[];
  /** What its code can do; absent until it has been read. */
  readonly effects?: readonly ToolEffect[];
  /** Differences to the lock, if there is one. */
  readonly changes?: readonly ToolChange[];
}

/** See `toolwright effects`. */
export interface ToolEffect {
  /** Such as `fs.write`. */
  readonly effect: string;
  readonly path: readonly { readonly file: string; readonly line: number; readonly text: string }[];
  /** The number of calls in the middle that are left out. */
  readonly omitted?: number;
}

/** See `toolwright diff`. */
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

/** `POST /api/calls`. Answered with a `CallStarted`; the rest comes as updates. */
export interface CallRequest {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Set once the user has agreed to call a tool that may destroy something; without it such a call is refused with `NEEDS_CONSENT`. */
  readonly consent?: true;
}

/** The call has passed validation, and runs. */
export interface CallStarted {
  readonly callId: string;
  /** Without secrets. */
  readonly arguments: JsonObject;
}

/** `GET /api/calls`: the calls from the page since Studio was started, the latest first. `POST /api/calls/<callId>/abort` ends one. */
export interface CallsReply {
  readonly calls: readonly CallEntry[];
}

/** A line that a call wrote. */
export interface CallLog {
  readonly at: number;
  readonly message: string;
  readonly data?: JsonValue;
}

/** A call from the page, as it stands. */
export interface CallEntry {
  readonly callId: string;
  readonly tool: string;
  /** Without secrets. */
  readonly arguments: JsonObject;
  readonly startedAt: number;
  /** The last thousand. */
  readonly logs: readonly CallLog[];
  /** How many earlier ones were dropped. */
  readonly droppedLogs?: number;
  readonly progress?: JsonValue;
  /** Present when it has ended. */
  readonly end?:
    | { readonly result: JsonValue; readonly durationMs: number; readonly omitted?: number }
    | { readonly error: ShownError; readonly durationMs: number };
}

/**
 * `GET /api/runs?search=…&before=<startedAt>&beforeId=<runId>&limit=…`: the newest first, up to 200 of those after the named one, without the
 * runs of sub-agents. `GET /api/runs?search=…&id=…&id=…` gives those of up to 200 runs that belong to this list; the ids are
 * encoded as in addresses. `POST /api/runs/<runId>/abort` ends one.
 */
export interface RunsReply {
  readonly runs: readonly RunSummary[];
  /** Whether there are older ones. */
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
  /** Absent while it runs, and if its clock was set back meanwhile. */
  readonly durationMs?: number;
  /** The beginning of its input. */
  readonly input: string;
  readonly toolCalls: number;
  readonly usage?: Usage;
  readonly cost?: number;
  /** `live`: of a program that is attached; `studio`: started from the page; `log`: read from a file. */
  readonly from: 'live' | 'studio' | 'log';
  /** The run that this one repeats. */
  readonly replayOf?: string;
  /** Set if entries of the run are missing: it was too long. */
  readonly partial?: true;
  /** The calls that wait for a decision. */
  readonly pending?: readonly PendingCall[];
  /** Whether Studio can decide about them, replay it and branch from it: its agent is one that Studio was started with. */
  readonly controllable: boolean;
  /** Why nobody can decide about them here. */
  readonly undecidable?: string;
}

/** `GET /api/runs/<runId>?after=<sequence>&limit=…`: the run and its sub-runs. */
export interface RunReply {
  readonly summary: RunSummary;
  readonly entries: readonly RunEntry[];
  readonly more: boolean;
}

/** `POST /api/runs` and `POST /api/runs/<runId>/replay` are answered with the run that begins. */
export interface RunStarted {
  readonly runId: string;
  /** The session of the store that keeps it. */
  readonly sessionId?: string;
}

/** `POST /api/runs` */
export interface RunRequest {
  readonly agent: string;
  readonly input: string;
}

/**
 * `POST /api/runs/<runId>/replay`. The model's replies come from the record, and so do the results of tools: no request is made and no tool
 * runs. With `branch` the record ends at that step, the edited reply or result takes its place, and the real model goes on.
 */
export interface ReplayRequest {
  readonly branch?:
    | {
        readonly kind: 'reply' /** Counts the model's replies from 0. */;
        readonly step: number;
        readonly text: string;
        /** The calls of the reply in place of the recorded ones; these stay if it is left out. */
        readonly calls?: readonly EditedToolCall[];
      }
    | { readonly kind: 'result'; readonly callId: string; readonly result: JsonValue };
}

/** A call of an edited reply. */
export interface EditedToolCall {
  /** Of the recorded call that it was; absent for a new one. */
  readonly id?: string;
  readonly name: string;
  /** A JSON object, or the recorded text of that call. */
  readonly arguments: string;
}

/** `POST /api/runs/<runId>/decisions` and `POST /api/sessions/<id>/decisions`, by the ids of calls. Answered with a `RunStarted`. */
export type DecisionsRequest = Readonly<
  Record<string, { readonly approved: true } | { readonly approved: false; readonly reason?: string }>
>;

/** `GET /api/problems`: what codegen has found in the project. */
export interface ProblemsReply {
  /** `off`: codegen is not installed, or the project has no `tsconfig.json`. */
  readonly status: 'off' | 'reading' | 'read';
  readonly diagnostics: readonly StudioDiagnostic[];
  /** When they were read; milliseconds since 1970. */
  readonly at?: number;
  /** Why codegen could not run, or why it is off. */
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
  /** The source line, and how many columns are at fault. */
  readonly text?: string;
  readonly length?: number;
  readonly fix?: string;
}
