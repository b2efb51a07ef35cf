import type { JsonSchema, JsonValue } from '@toolwright/contract';

/** One place of a form, as a schema describes it. Schemas of parts become fields only when they are shown: they may be recursive. */
export type Field = (
  | { readonly kind: 'text'; readonly format?: string; readonly pattern?: string; readonly isLong?: true }
  | { readonly kind: 'number'; readonly isInteger: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'null' }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | { readonly kind: 'object'; readonly members: readonly Member[]; readonly others?: JsonSchema | true }
  | { readonly kind: 'list'; readonly items: JsonSchema; readonly min: number; readonly max?: number }
  | {
      readonly kind: 'tuple';
      readonly items: readonly JsonSchema[];
      readonly required: number;
      readonly rest?: JsonSchema;
    }
  | { readonly kind: 'union'; readonly branches: readonly Branch[] }
  /** Anything else: written as JSON. */
  | { readonly kind: 'json' }
) & {
  readonly description?: string;
  readonly default?: JsonValue;
  readonly isDeprecated?: true;
  /** What is typed is hidden until the user shows it. */
  readonly isSecret?: true;
  /** What the schema asks of the value beyond its kind, in words: `1 to 10`, `at most 80 characters`. */
  readonly limits?: string;
};

/** One of several values. */
export interface Option {
  readonly value: JsonValue;
  readonly label: string;
  readonly description?: string;
}

/** A named part of an object. */
export interface Member {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** One of the shapes that a value can have. */
export interface Branch {
  readonly label: string;
  readonly schema: JsonSchema;
}
