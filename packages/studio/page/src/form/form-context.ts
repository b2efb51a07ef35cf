import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { type ComponentType, createContext } from 'preact';
import type { Field } from './field.js';

export interface FormSetting {
  /** The root schema, which contains the definitions for `$ref`. */
  readonly root: JsonSchema;
  /** The registry's validation messages, by path. */
  readonly issues: ReadonlyMap<string, readonly string[]>;
  /** The prefix of the fields' ids. */
  readonly id: string;
  /** The component for fields, also used for nested fields. In the context, because the modules cannot import each other. */
  readonly View: ComponentType<FieldProps>;
}

export const FormContext = createContext<FormSetting>({
  root: {},
  issues: new Map(),
  id: 'form',
  View: () => null,
});

/** The properties of a field. A `value` of `undefined` means that the field has no value. */
export interface FieldProps {
  readonly schema: JsonSchema;
  /** The segments of the path to the value, e.g. those of `filters[0].name`. */
  readonly path: readonly string[];
  readonly label: string;
  readonly isRequired: boolean;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  /** Whether the field is the chosen branch of a union, which has the name and the messages. */
  readonly isPart?: boolean;
  /** Elements next to the label, such as a button that removes an item. */
  readonly tools?: preact.ComponentChildren;
}

/** The properties of what shows the parts of a field. */
export type PartProps<Kind extends Field['kind']> = FieldProps & {
  readonly field: Extract<Field, { kind: Kind }>;
};
