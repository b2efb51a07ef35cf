import type { Position } from '../../document/child-schemas.js';
import { mapSchema } from '../../document/map-schema.js';

/**
 * Returns a schema in which objects may have undeclared members, which readers of results ignore. Schemas under `not` stay unchanged,
 * because relaxing them would restrict the whole schema.
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
