import type { JsonValue, ObjectSchema, ToolSpec } from '@toolwright/contract';
import type { Limits } from './limits/limits.js';

/** How one family of providers takes tools: which schemas it understands, and what it sends back. */
export interface Dialect<Wire = object> {
  readonly name: string;
  /** What the provider refuses. */
  readonly limits: Limits;
  /** The schema as the provider takes it, what was lost, and the way back. Made once for each schema. */
  lower(schema: ObjectSchema): LoweredSchema;
  /**
   * Restores arguments that a model wrote for the lowered schema to the form of the canonical schema.
   * The same as `lower(schema).decode(value)`.
   * @param schema The canonical schema, not the lowered one.
   */
  decode(value: JsonValue, schema: ObjectSchema): JsonValue;
  /** One tool as it stands in the provider's request, its schema lowered. */
  wireTool(spec: ToolSpec): Wire;
}

export interface LoweredSchema {
  readonly schema: ObjectSchema;
  /** Empty if the lowered schema is equivalent to the canonical one. */
  readonly losses: readonly Loss[];
  /** Restores a value written for `schema` to the form of the canonical schema. Leaves a value that fits neither as it is. */
  readonly decode: (value: JsonValue) => JsonValue;
}

/** What a dialect cannot carry as it is. */
export interface Loss {
  /** JSON pointer into the canonical schema. */
  readonly path: string;
  /** `described`: moved to the description. `impossible`: the tool is sent without the provider's guarantee. */
  readonly kind: 'described' | 'impossible';
  /** One sentence that names the keyword. */
  readonly message: string;
}

/** A JSON Schema as provider SDKs type it. */
export interface WireSchema {
  [keyword: string]: unknown;
}

export interface WireObject extends WireSchema {
  type: 'object';
}

/** A dialect as its file in `dialects` defines it. */
export interface DialectDefinition<Wire> {
  readonly limits: Limits;
  /** Default: the canonical schema goes out as it is. */
  readonly lower?: (schema: ObjectSchema) => LoweredParts;
  /** @param isPossible Whether the tool goes out with the provider's guarantee. */
  readonly wireTool: (spec: ToolSpec, parameters: WireObject, isPossible: boolean) => Wire;
}

/** A lowered schema; without `decode`, values of it fit the canonical schema as they are. */
export type LoweredParts = Pick<LoweredSchema, 'schema' | 'losses'> & Partial<LoweredSchema>;

/** Lowers each schema once, as long as it lives. */
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

/** The canonical schema. */
export function unchanged(schema: ObjectSchema): LoweredParts {
  return { schema, losses: [] };
}

function asItIs(value: JsonValue): JsonValue {
  return value;
}

/** Whether a tool goes out with the provider's guarantee. */
export function isPossible({ losses }: LoweredSchema): boolean {
  return losses.every(({ kind }) => kind !== 'impossible');
}
