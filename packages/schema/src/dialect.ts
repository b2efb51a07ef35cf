import type { JsonValue, ObjectSchema, ToolSpec } from '@toolwright/contract';

/** How one family of providers wants tools: which schemas it understands and what it sends back. */
export interface Dialect<Wire = object> {
  readonly name: string;
  /** The schema as the provider takes it, and what got lost on the way. */
  lower(schema: ObjectSchema): LoweredSchema;
  /**
   * Arguments as a model wrote them for the lowered schema, turned back into what the canonical schema describes.
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
