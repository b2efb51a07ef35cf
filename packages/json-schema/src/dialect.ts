import type { JsonValue, ObjectSchema, ToolSpec } from '@toolwright/contract';
import type { Limits } from './limits/limits.js';

/** How a provider family represents tools: the schemas that it supports, and the values that it sends back. */
export interface Dialect<Wire = object> {
  readonly name: string;
  readonly limits: Limits;
  /** Converts a schema to the provider's form. Returns it with its losses and the conversion back. Computed once per schema. */
  lower(schema: ObjectSchema): LoweredSchema;
  /**
   * Converts arguments that a model wrote for the lowered schema back to the form of the canonical schema. Shorthand for
   * `lower(schema).decode(value)`.
   * @param schema the canonical schema, not the lowered schema
   */
  decode(value: JsonValue, schema: ObjectSchema): JsonValue;
  /** Converts a tool to the format of the provider's request, with its schema lowered. */
  wireTool(spec: ToolSpec): Wire;
}

export interface LoweredSchema {
  readonly schema: ObjectSchema;
  /** Empty if the lowered schema is equivalent to the canonical schema. */
  readonly losses: readonly Loss[];
  /** Converts a value for `schema` back to the form of the canonical schema. A value that fits neither schema stays unchanged. */
  readonly decode: (value: JsonValue) => JsonValue;
}

/** A part of a schema that a dialect cannot express. */
export interface Loss {
  /** A JSON pointer into the canonical schema. */
  readonly path: string;
  /** `described`: moved to the description. `impossible`: the tool is sent without the provider's guarantee. */
  readonly kind: 'described' | 'impossible';
  /** A one-sentence description that names the keyword. */
  readonly message: string;
}

/** A JSON Schema typed as provider SDKs expect it. */
export interface WireSchema {
  [keyword: string]: unknown;
}

export interface WireObject extends WireSchema {
  type: 'object';
}

/** The definition of a dialect, in its file in `dialects`. */
export interface DialectDefinition<Wire> {
  readonly limits: Limits;
  /** Lowers a schema. Default: the canonical schema is sent unchanged. */
  readonly lower?: (schema: ObjectSchema) => LoweredParts;
  /** @param isPossible whether the tool is sent with the provider's guarantee */
  readonly wireTool: (spec: ToolSpec, parameters: WireObject, isPossible: boolean) => Wire;
}

/** A lowered schema. Without `decode`, its values fit the canonical schema unchanged. */
export type LoweredParts = Pick<LoweredSchema, 'schema' | 'losses'> & Partial<LoweredSchema>;

/** Creates a dialect, which caches the lowered form of each schema for the lifetime of the schema. */
export function createDialect<Wire>(name: string, definition: DialectDefinition<Wire>): Dialect<Wire> {
  const known = new WeakMap<ObjectSchema, LoweredSchema>();
  const lower = (schema: ObjectSchema): LoweredSchema => {
    const found = known.get(schema);
    if (found !== undefined) return found;
    const lowered = { decode: asItIs, ...(definition.lower ?? unchanged)(schema) };
    known.set(schema, lowered);
    return lowered;
  };
  return {
    name,
    limits: definition.limits,
    lower,
    decode: (value, schema) => lower(schema).decode(value),
    wireTool: (spec) => {
      const lowered = lower(spec.parameters);
      return definition.wireTool(spec, { ...lowered.schema }, isPossible(lowered));
    },
  };
}

export function unchanged(schema: ObjectSchema): LoweredParts {
  return { schema, losses: [] };
}

function asItIs(value: JsonValue): JsonValue {
  return value;
}

/** Whether a tool is sent with the provider's guarantee. */
export function isPossible({ losses }: LoweredSchema): boolean {
  return losses.every(({ kind }) => kind !== 'impossible');
}
