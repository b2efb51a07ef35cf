import type { Position } from '../../document/child-schemas.js';
import { mapSchema } from '../../document/map-schema.js';

/**
 * A schema as readers interpret it: objects may have undeclared members. Schemas under `not` are unchanged, because allowing more there
 * would allow less outside.
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
