import type { JsonObject, JsonValue, ToolSpec } from '@toolwright/contract';
import type {
  AgentEntry,
  CallLog,
  CallRequest,
  DecisionsRequest,
  RunRequest,
  ShownError,
  StudioTool,
} from '../protocol/requests.js';
import type { ReplayRecord } from './replay/replay-record.js';

/** What the server asks of the process that has the user's modules. */
export type HostRequest =
  | ({ readonly kind: 'call'; readonly callId: string } & CallRequest)
  | { readonly kind: 'abort-call'; readonly callId: string }
  | ({ readonly kind: 'run' } & RunRequest)
  | { readonly kind: 'decide'; readonly runId: string; readonly decisions: DecisionsRequest }
  | { readonly kind: 'abort-run'; readonly runId: string }
  | { readonly kind: 'replay'; readonly agent: string; readonly record: ReplayRecord }
  | { readonly kind: 'resume-session'; readonly id: string; readonly decisions: DecisionsRequest };

/** From the server to the process. */
export type ToHost =
  | { readonly type: 'ask'; readonly id: number; readonly request: HostRequest }
  | { readonly type: 'ping' };

/** From the process to the server. */
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
  /** Lines of a log, see `entryOfLine`. */
  | { readonly type: 'lines'; readonly lines: string; readonly replayOf?: string };

/** Also of tools that only an agent has. */
export type ToolSchema = Pick<ToolSpec, 'name' | 'parameters'>;

/** What has become of a call. */
export type CallNews =
  /** Comes before all other news of the call. */
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
      /** How many before these came too fast. */
      readonly dropped: number;
    }
  | { readonly type: 'call-progress'; readonly callId: string; readonly progress: JsonValue }
  | {
      readonly type: 'call-result';
      readonly callId: string;
      readonly result: JsonValue;
      readonly omitted: number;
    }
  | { readonly type: 'call-error'; readonly callId: string; readonly error: ShownError };

/** Whether a value that came over the channel has the form of a message. Both ends are Studio's own; a tool may send others. */
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
