import type { Message, StandardSchema, ToolCallRecord, TypedSchema, Usage } from '@toolwright/contract';
import type { OutputSchema } from '@toolwright/core';
import type { PLAIN_TEXT } from '../capability/capability.js';
import type { Critique } from '../critic/critique.js';

/** An agent's output schemas, by the name that capabilities use as `output_type`. */
export type OutputSchemas = Readonly<Record<string, OutputSchema>>;

/** The type of a schema's values. */
export type OutputValue<Schema> =
  Schema extends TypedSchema<infer Value>
    ? Value
    : Schema extends StandardSchema<unknown, infer Value>
      ? Value
      : unknown;

/** The fields of every answer. */
export interface ResponseDetails {
  /** The requested capability, even if it is unknown. */
  readonly capability: string;
  /** The tokens of all requests, including retries, sub-agents, critic and revision, with cache reads and writes if reported. */
  readonly usage: Usage;
  /** The cost of all requests; absent if the cost of any request is unknown. */
  readonly cost?: number;
  /** Warnings about changes to the answer, unsupported options, and failures of the critic. */
  readonly warnings: readonly string[];
  /** Whether the model's answer was changed, because it was repaired or adapted to its schema, or kept as plain text. */
  readonly recovered: boolean;
  /** Whether the provider ended the answer early: at the token limit, or by its content filter. */
  readonly truncated: boolean;
  /** Whether the answer was revised after a critique. */
  readonly revised: boolean;
  /** The answer before the revision; absent if it was not revised. */
  readonly unrevised?: unknown;
  /** Absent if the critic is off or failed. */
  readonly critique?: Critique;
  /** The number of requests to the main model. */
  readonly turns: number;
  /** The tool calls of the main agent. */
  readonly toolCalls: readonly ToolCallRecord[];
  /** The conversation. Pass it as `history` to continue. */
  readonly messages: readonly Message[];
  readonly durationMs: number;
}

/** An answer in prose. */
export interface PlainTextResponse extends ResponseDetails {
  readonly type: typeof PLAIN_TEXT;
  readonly value: string;
}

/** The answer to a task, discriminated by `type`: the name of one of the agent's outputs, or `PlainText`. */
export type TaskResponse<Outputs extends OutputSchemas = OutputSchemas> =
  | PlainTextResponse
  | {
      [Name in keyof Outputs & string]: ResponseDetails & {
        readonly type: Name;
        readonly value: OutputValue<Outputs[Name]>;
      };
    }[keyof Outputs & string];
