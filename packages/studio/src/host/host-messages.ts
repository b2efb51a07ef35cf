import type { ContentPart, JsonObject, JsonValue, Message, ToolSpec } from '@toolwright/contract';
import type {
  AgentEntry,
  CallLog,
  CallRequest,
  DecisionsRequest,
  RunRequest,
  ShownError,
  StudioTool,
} from '../protocol/requests.js';
import type { PlaygroundNote } from '../protocol/studio-event.js';
import type { ReplayRecord } from './replay/replay-record.js';

/** `POST /api/calls/check`: refuses arguments that the registry refuses. Arguments of a tool that it does not have are accepted. */
export type CheckRequest = Pick<CallRequest, 'tool' | 'arguments'>;

/** A request from the server to the process that loads the user's modules. */
export type HostRequest =
  | ({ readonly kind: 'call'; readonly callId: string } & CallRequest)
  | ({ readonly kind: 'check' } & CheckRequest)
  | { readonly kind: 'abort-call'; readonly callId: string }
  | ({ readonly kind: 'run' } & Pick<RunRequest, 'agent' | 'input'> & Playable)
  | { readonly kind: 'decide'; readonly runId: string; readonly decisions: DecisionsRequest }
  | { readonly kind: 'abort-run'; readonly runId: string }
  | ({ readonly kind: 'replay'; readonly agent: string; readonly record: ReplayRecord } & Playable)
  | { readonly kind: 'resume-session'; readonly id: string; readonly decisions: DecisionsRequest };

/** The conversation and the settings with which a run of the playground starts. */
export interface PlaygroundStart extends Omit<PlaygroundNote, 'type'> {
  readonly history: readonly Message[];
}

interface Playable {
  readonly playground?: PlaygroundStart | undefined;
}

/** A message from the server to the process that loads the user's modules. */
export type ToHost =
  | { readonly type: 'ask'; readonly id: number; readonly request: HostRequest }
  | { readonly type: 'ping' };

/** A message from that process to the server. */
export type FromHost =
  | {
      readonly type: 'ready';
      readonly tools: readonly StudioTool[];
      readonly schemas: readonly ToolSchema[];
      readonly agents: readonly AgentEntry[];
    }
  | { readonly type: 'tools'; readonly tools: readonly StudioTool[]; readonly schemas: readonly ToolSchema[] }
  | { readonly type: 'failed'; readonly error: ShownError }
  | { readonly type: 'pong' }
  | { readonly type: 'answer'; readonly id: number; readonly value: JsonValue }
  | { readonly type: 'refusal'; readonly id: number; readonly error: ShownError }
  | CallNews
  /** Lines of a log; see `readLine`. */
  | { readonly type: 'lines'; readonly lines: string; readonly replayOf?: string };

/** The schema of a tool, which may belong only to an agent. */
export type ToolSchema = Pick<ToolSpec, 'name' | 'parameters'>;

export type CallNews =
  /** Sent before all other news about the call. */
  | {
      readonly type: 'call-start';
      readonly callId: string;
      readonly tool: string;
      /** Without secrets. */
      readonly arguments: JsonObject;
    }
  | {
      readonly type: 'call-logs';
      readonly callId: string;
      readonly logs: readonly CallLog[];
      /** The number of earlier logs that were dropped, because there were too many at once. */
      readonly dropped: number;
    }
  | { readonly type: 'call-progress'; readonly callId: string; readonly progress: JsonValue }
  | {
      readonly type: 'call-result';
      readonly callId: string;
      readonly result: JsonValue;
      readonly omitted: number;
      /** What the tool returned, if it is more than text. */
      readonly content?: readonly ContentPart[];
      /** Why the registry took only a part of what the tool returned. */
      readonly warning?: ShownError;
    }
  | { readonly type: 'call-error'; readonly callId: string; readonly error: ShownError };

/** Whether a value is a message from Studio. Tools in the same process may send other values. */
export function isFromHost(value: unknown): value is FromHost {
  return typeof value === 'object' && value !== null && 'type' in value && KINDS.has(value.type);
}

const KINDS: ReadonlySet<unknown> = new Set<FromHost['type']>([
  'ready',
  'tools',
  'failed',
  'pong',
  'answer',
  'refusal',
  'call-start',
  'call-logs',
  'call-progress',
  'call-result',
  'call-error',
  'lines',
]);
