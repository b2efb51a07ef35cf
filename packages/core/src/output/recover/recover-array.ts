import type { JsonSchema } from '@toolwright/contract';
import { partOf } from '@toolwright/json-schema';
import { showValue } from '@toolwright/tools/validation';
import { findDefault } from './find-default.js';
import type { Path, Recovery } from './recovery.js';

/** Fits every item to the schema. Missing items at the end of a tuple receive their defaults. */
export function recoverArray(
  items: readonly unknown[],
  schema: JsonSchema,
  path: Path,
  recovery: Recovery,
): readonly unknown[] {
  const recovered = items.map((item, index) => {
    const part = partOf(schema, items, String(index));
    return part === undefined ? item : recovery.recover(item, part, [...path, String(index)]);
  });
  for (let index = items.length; index < (schema.minItems ?? 0); index += 1) {
    const fallback = findDefault(schema.prefixItems?.[index], recovery.root);
    if (fallback === undefined) break;
    recovered.push(fallback);
    recovery.warn(
      [...path, String(index)],
      `was missing and was set to its default, ${showValue(fallback)}.`,
    );
  }
  const changed = recovered.length > items.length || recovered.some((item, index) => item !== items[index]);
  return changed ? recovered : items;
}
