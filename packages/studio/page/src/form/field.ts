import type { JsonSchema, JsonValue } from '@toolwright/contract';

/** A form field for a schema. Nested schemas are converted only when they are shown, because they may be recursive. */
export type Field = (
  | {
      readonly kind: 'text';
      readonly format?: string;
      /** Whether the text is the digits of a `bigint`. */
      readonly isWholeNumber?: true;
      readonly isLong?: true;
    }
  | { readonly kind: 'number'; readonly isInteger: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'null' }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | { readonly kind: 'object'; readonly members: readonly Member[]; readonly others?: JsonSchema | true }
  | {
      readonly kind: 'list';
      readonly items: JsonSchema;
      readonly min: number;
      readonly max?: number;
      /** The few values that an item can have. */
      readonly options?: readonly Option[];
    }
  | {
      readonly kind: 'tuple';
      readonly items: readonly JsonSchema[];
      readonly required: number;
      readonly rest?: JsonSchema;
    }
  /** The field of a schema, and a switch for null. */
  | { readonly kind: 'nullable'; readonly schema: JsonSchema }
  | { readonly kind: 'union'; readonly branches: readonly Branch[] }
  /** Any other value, which is edited as JSON. */
  | { readonly kind: 'json' }
) & {
  readonly description?: string;
  readonly default?: JsonValue;
  readonly isDeprecated?: true;
  /** Whether the input is hidden until the user shows it. */
  readonly isSecret?: true;
  /** Additional constraints of the schema in words, e.g. `1 to 10` or `at most 80 characters`. */
  readonly limits?: string;
};

export interface Option {
  readonly value: JsonValue;
  readonly label: string;
  readonly description?: string;
}

export interface Member {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

export interface Branch {
  readonly label: string;
  readonly schema: JsonSchema;
}
