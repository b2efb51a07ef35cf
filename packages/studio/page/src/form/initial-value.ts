import type { JsonSchema, JsonValue } from '@toolwright/contract';
import type { Field } from './field.js';
import { toField } from './to-field.js';

/** The maximum depth, because schemas can be recursive. Users add deeper values themselves. */
const DEPTH = 6;

/**
 * Returns the initial value of a field: its only possible value, or a container with its required members. Other fields are empty, so that
 * the registry reports missing values and applies defaults.
 */
export function initialValue(schema: JsonSchema, root: JsonSchema, depth = DEPTH): JsonValue | undefined {
  const field = toField(schema, root);
  switch (field.kind) {
    case 'choice':
      return field.options.length === 1 ? field.options[0]?.value : undefined;
    case 'null':
      return null;
    case 'object': {
      const members = depth > 0 ? field.members.filter(({ isRequired }) => isRequired) : [];
      const entries = members.map(({ name, schema: member }) => [
        name,
        initialValue(member, root, depth - 1),
      ]);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    case 'list':
      return [];
    case 'tuple':
      return depth > 0
        ? field.items.slice(0, field.required).map((item) => initialValue(item, root, depth - 1) ?? null)
        : [];
    case 'union':
      return field.branches[0] === undefined || depth === 0
        ? undefined
        : initialValue(field.branches[0].schema, root, depth - 1);
    default:
      return undefined;
  }
}

/** Returns the value of a field that the user adds: its default, or its initial value if it has no default. */
export function addedValue(schema: JsonSchema, root: JsonSchema): JsonValue {
  const { default: value } = toField(schema, root);
  return value ?? initialValue(schema, root) ?? emptyOf(schema, root, DEPTH);
}

function emptyOf(schema: JsonSchema, root: JsonSchema, depth: number): JsonValue {
  const field = toField(schema, root);
  const first = field.kind === 'nullable' ? field.schema : firstBranch(field);
  if (first !== undefined && depth > 0) return initialValue(first, root) ?? emptyOf(first, root, depth - 1);
  switch (field.kind) {
    case 'text':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'choice':
      return field.options[0]?.value ?? null;
    default:
      return null;
  }
}

function firstBranch(field: Field): JsonSchema | undefined {
  return field.kind === 'union' ? field.branches[0]?.schema : undefined;
}
