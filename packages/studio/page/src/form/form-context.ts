import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { type ComponentType, createContext } from 'preact';

export interface FormSetting {
  /** The schema with the definitions for `$ref`. */
  readonly root: JsonSchema;
  /** The validation messages of the registry, by path. */
  readonly issues: ReadonlyMap<string, readonly string[]>;
  /** The prefix for the ids of the fields. */
  readonly id: string;
  /** The component for fields. It is in the context because parts of fields are fields, and their modules cannot import each other. */
  readonly View: ComponentType<FieldProps>;
}

export const FormContext = createContext<FormSetting>({
  root: {},
  issues: new Map(),
  id: 'form',
  View: () => null,
});

/** The properties of a field. A `value` of `undefined` means that there is none. */
export interface FieldProps {
  readonly schema: JsonSchema;
  /** The segments of the path to the value, such as `filters[0].name`. */
  readonly path: readonly string[];
  readonly label: string;
  readonly isRequired: boolean;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  /** Elements beside the label, such as a button that removes an item. */
  readonly tools?: preact.ComponentChildren;
}
