import type { Message, StandardSchema, ToolCallRecord, TypedSchema, Usage } from '@toolwright/contract';
import type { OutputSchema } from '@toolwright/core';
import type { PLAIN_TEXT } from '../capability/capability.js';
import type { Critique } from '../critic/critique.js';

/** The output schemas of an agent, by the name that capabilities use as `output_type`. */
export type OutputSchemas = Readonly<Record<string, OutputSchema>>;

/** The type of the values of a schema. */
export type OutputValue<Schema> =
  Schema extends TypedSchema<infer Value>
    ? Value
    : Schema extends StandardSchema<unknown, infer Value>
      ? Value
      : unknown;

/** The fields of every answer. */
export interface ResponseDetails {
  /** As it was asked for; one that is not known was answered in plain text. */
  readonly capability: string;
  /** Tokens of all requests: retries, sub-agents, critic and revision included; with what caches gave and took, where that is told. */
  readonly usage: Usage;
  /** The cost of these; absent if any part is unknown. */
  readonly cost?: number;
  /** What had to be changed in the answer, what the model does not support, why the critic failed. */
  readonly warnings: readonly string[];
  /** Whether the answer is not quite what the model wrote: repaired, or fitted to its schema. */
  readonly recovered: boolean;
  /** Whether the answer was written again because of the critic. */
  readonly revised: boolean;
  /** Absent if the critic is off or has failed. */
  readonly critique?: Critique;
  /** How many times the main model was asked. */
  readonly turns: number;
  /** Those of the main agent. */
  readonly toolCalls: readonly ToolCallRecord[];
  /** The conversation; pass it as `history` to continue. */
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
