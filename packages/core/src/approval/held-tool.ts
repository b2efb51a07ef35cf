import type { ObjectSchema, ToolAnnotations } from '@toolwright/contract';
import type { HeldIdentity } from './same-tool.js';

/** The stored description of a tool, used to check whether a later version accepts the same calls. */
export interface HeldTool extends HeldIdentity {
  readonly parameters: ObjectSchema;
  readonly annotations: ToolAnnotations;
}

/** Stored tools, by the names that they had at that time. */
export type HeldTools = Readonly<Record<string, HeldTool>>;

/** A stored call of a paused or recorded run. */
export interface HeldCall {
  readonly name: string;
  /** A JSON object or its text. */
  readonly args: unknown;
}
