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
  /** The requested name; an unknown capability is answered in plain text. */
  readonly capability: string;
  /** Tokens of all requests: retries, sub-agents, critic and revision included, with cache reads and writes where the provider reports them. */
  readonly usage: Usage;
  /** The cost of all requests; absent if any part is unknown. */
  readonly cost?: number;
  /** Changes of the answer, options that the model does not support, failures of the critic. */
  readonly warnings: readonly string[];
  /** Whether the answer differs from what the model wrote: repaired, or fitted to its schema. */
  readonly recovered: boolean;
  /** Whether the critic had the answer revised. */
  readonly revised: boolean;
  /** Absent if the critic is off or has failed. */
  readonly critique?: Critique;
  /** How many times the main model was asked. */
  readonly turns: number;
  /** The tool calls of the main agent. */
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
