import type { Keywords } from './keywords.js';
import type { ArrayShape, Opaque } from './shape.js';
import type { Side } from './side.js';

/** Returns the shape of the arrays that a conjunction accepts; undefined if it accepts no arrays. */
export function arrayShape(nodes: readonly Keywords[], opaque: Opaque, side: Side): ArrayShape | undefined {
  const length = Math.max(0, ...nodes.map(({ prefixItems = [] }) => prefixItems.length));
  side.budget.spend(length);
  const prefix = Array.from({ length }, (_, index) =>
    side.join(nodes.flatMap(({ prefixItems = [], items = true }) => prefixItems[index] ?? items)),
  );
  const rest = side.join(nodes.flatMap(({ items }) => items ?? []));
  const min = Math.max(0, ...nodes.flatMap(({ minItems }) => minItems ?? []));
  const allowed = Math.min(...nodes.flatMap(({ maxItems }) => maxItems ?? []));
  const end = [...prefix, rest].findIndex(({ isNothing }) => isNothing);
  const max = end === -1 ? allowed : Math.min(allowed, end);
  if (min > max) return undefined;
  const isUnique = max > 1 && nodes.some(({ uniqueItems }) => uniqueItems === true);
  return { kind: 'array', range: { min, max }, isUnique, prefix, rest, opaque };
}
