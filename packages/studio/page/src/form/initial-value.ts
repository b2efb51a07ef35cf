import type { JsonObject, JsonSchema, JsonValue } from '@toolwright/contract';
import { toField } from './to-field.js';

/** Deeper parts are added by hand: a schema may contain itself. */
const DEPTH = 6;

/**
 * What a place holds before anybody has written there: its only value, or a container with what it must have. Other places are empty, so
 * that the registry says what is missing; defaults are filled in by the registry too.
 */
export function initialValue(schema: JsonSchema, root: JsonSchema, depth = DEPTH): JsonValue | undefined {
  const field = toField(schema, root);
  switch (field.kind) {
    case 'choice':
      return field.options.length === 1 ? field.options[0]?.value : undefined;
    case 'null':
      return null;
    case 'object': {
      const result: JsonObject = {};
      for (const { name, schema: member, isRequired } of depth > 0 ? field.members : []) {
        const value = isRequired ? initialValue(member, root, depth - 1) : undefined;
        if (value !== undefined) Object.defineProperty(result, name, { value, ...OWN });
      }
      return result;
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

/** `__proto__` may be the name of a member. */
const OWN = { enumerable: true, writable: true, configurable: true };

/** What a place begins with once somebody adds it: its default or the above. */
export function addedValue(schema: JsonSchema, root: JsonSchema): JsonValue {
  return toField(schema, root).default ?? initialValue(schema, root) ?? emptyOf(schema, root);
}

function emptyOf(schema: JsonSchema, root: JsonSchema): JsonValue {
  const field = toField(schema, root);
  switch (field.kind) {
    case 'text':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'choice':
      return field.options[0]?.value ?? null;
    case 'union':
      return field.branches[0] === undefined ? null : emptyOf(field.branches[0].schema, root);
    default:
      return null;
  }
}
