import type { Position } from '../../document/child-schemas.js';
import { mapSchema } from '../../document/map-schema.js';

/**
 * A schema as its readers take it: objects may have members that it does not name. Under `not` nothing changes, because there more values
 * inside mean fewer outside.
 */
export function openObjects(schema: object): object {
  return mapSchema(schema, withoutClosing, POSITIONS);
}

const POSITIONS: ReadonlySet<Position> = new Set(['value', 'member', 'item', 'definition']);

function withoutClosing(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword, value]) => value !== false || !CLOSING.has(keyword)),
  );
}

const CLOSING: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);
