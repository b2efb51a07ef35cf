import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { type ComponentType, createContext } from 'preact';

/** What all fields of a form share. */
export interface FormSetting {
  /** The schema with the definitions that `$ref` points at. */
  readonly root: JsonSchema;
  /** The registry's sentences by path. */
  readonly issues: ReadonlyMap<string, readonly string[]>;
  /** Begins the ids of the fields. */
  readonly id: string;
  /** Shows a field. Parts of fields are fields: here, their modules need not import each other. */
  readonly View: ComponentType<FieldProps>;
}

export const FormContext = createContext<FormSetting>({
  root: {},
  issues: new Map(),
  id: 'form',
  View: () => null,
});

/** What a field gets. `undefined` stands for a place without a value. */
export interface FieldProps {
  readonly schema: JsonSchema;
  /** Of the value, as the registry writes it: `filters[0].name`. */
  readonly path: readonly string[];
  readonly label: string;
  readonly isRequired: boolean;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  /** Beside the label, such as a button that removes an item. */
  readonly tools?: preact.ComponentChildren;
}
