import { isJsonObject, type JsonValue } from '@toolwright/contract';
import type { Field } from './field.js';

/**
 * How a field shows a value: as an input, as its parts, as check boxes, with a switch for null, as a button that adds a value, or as JSON,
 * because the value is of another kind.
 */
export type FieldState = 'input' | 'parts' | 'boxes' | 'switch' | 'add' | 'json';

export function fieldState(field: Field, value: JsonValue | undefined, isRequired: boolean): FieldState {
  switch (field.kind) {
    case 'text':
      return value === undefined || typeof value === 'string' ? 'input' : 'json';
    case 'number':
      return value === undefined || typeof value === 'string' || typeof value === 'number' ? 'input' : 'json';
    case 'boolean':
    case 'choice':
      return 'input';
    case 'null':
      return value === undefined || value === null ? 'input' : 'json';
    case 'nullable':
      return 'switch';
    case 'object':
      return value === undefined ? 'add' : isJsonObject(value) ? 'parts' : 'json';
    case 'tuple':
      return value === undefined ? 'add' : Array.isArray(value) ? 'parts' : 'json';
    case 'list':
      if (field.options !== undefined && areBoxes(value, field.options)) return 'boxes';
      return value === undefined ? 'add' : Array.isArray(value) ? 'parts' : 'json';
    case 'union':
      return value === undefined && !isRequired ? 'add' : 'parts';
    case 'json':
      return 'json';
    default:
      return field satisfies never;
  }
}

/** Whether check boxes can show a list: it only has possible items, and each once. */
function areBoxes(value: JsonValue | undefined, options: readonly { readonly value: JsonValue }[]): boolean {
  if (value === undefined) return true;
  if (!Array.isArray(value)) return false;
  const possible = new Set(options.map((option) => JSON.stringify(option.value)));
  const items = new Set(value.map((item) => JSON.stringify(item)));
  return items.size === value.length && [...items].every((item) => possible.has(item));
}

/** Returns the value of a field. An item of a list that has no value yet is null, which only some fields can have. */
export function valueIn(field: Field, value: JsonValue | undefined): JsonValue | undefined {
  if (value !== null) return value;
  if (field.kind === 'choice')
    return field.options.some((option) => option.value === null) ? null : undefined;
  return ['null', 'nullable', 'union', 'json'].includes(field.kind) ? null : undefined;
}
