import type { JsonValue, ObjectSchema, ToolSpec } from '@toolwright/contract';
import type { Limits } from './limits/limits.js';

/** How one family of providers wants tools: which schemas it understands and what it sends back. */
export interface Dialect<Wire = object> {
  readonly name: string;
  /** What the provider refuses, whatever the schema says. */
  readonly limits: Limits;
  /** The schema as the provider takes it, what got lost on the way, and the way back. Made once for each tool. */
  lower(schema: ObjectSchema): LoweredSchema;
  /**
   * Arguments as a model wrote them for the lowered schema, turned back into what the canonical schema describes.
   * `lower(schema).decode` does the same, prepared for many values.
   * @param schema The canonical schema, not the lowered one.
   */
  decode(value: JsonValue, schema: ObjectSchema): JsonValue;
  /** One tool as it stands in the provider's request, its schema lowered. */
  wireTool(spec: ToolSpec): Wire;
}

export interface LoweredSchema {
  readonly schema: ObjectSchema;
  /** Empty where the provider's schema says all that the canonical one says. */
  readonly losses: readonly Loss[];
  /** Turns what a model wrote for `schema` into what the canonical schema describes; gives what fits neither back as it is. */
  readonly decode: (value: JsonValue) => JsonValue;
}

/** What a dialect cannot carry as it is. */
export interface Loss {
  /** JSON pointer into the canonical schema. */
  readonly path: string;
  /** `described`: said in the description instead. `impossible`: the tool is sent without the provider's guarantee. */
  readonly kind: 'described' | 'impossible';
  /** One sentence that names the keyword. */
  readonly message: string;
}

/** A JSON Schema as provider SDKs type it. */
export interface WireSchema {
  [keyword: string]: unknown;
}

/** For providers that take the canonical schema as it is. */
export function unchanged(schema: ObjectSchema): LoweredSchema {
  return { schema, losses: [], decode: (value) => value };
}

/** Whether a tool goes out with the provider's guarantee. */
export function isPossible({ losses }: LoweredSchema): boolean {
  return losses.every(({ kind }) => kind !== 'impossible');
}
