import type { JsonSchema } from '@toolwright/contract';
import { childSchemas } from './child-schemas.js';
import { findCircles } from './circles.js';
import { findTarget } from './references.js';

/**
 * Whether several branches of a union or an intersection are recursive, as in `type Node = { next?: Node; a?: string } | { next?: Node;
 * b?: string }`. A validator that tries one branch after another takes twice as long for each level of the data, unless it caches its
 * verdicts. Takes time linear in the size of the schema.
 */
export function isBranching(root: JsonSchema): boolean {
  const links = linksOf(root);
  if (links.size === 0) return false;
  const circles = findCircles(new Map([...links].map(([node, ways]) => [node, ways.flat()])));
  for (const [node, ways] of links) {
    const back = ways.filter((way) => way.some((next) => circles.get(next) === circles.get(node)));
    if (back.length > 1) return true;
  }
  return false;
}

/** Maps each part of a schema to the groups of parts that it applies to the value or to its members and items. Empty without references. */
type Links = ReadonlyMap<JsonSchema, readonly (readonly JsonSchema[])[]>;

function linksOf(root: JsonSchema): Links {
  const links = new Map<JsonSchema, readonly (readonly JsonSchema[])[]>();
  let refers = false;
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (links.has(node)) continue;
    refers ||= node.$ref !== undefined;
    const ways = waysOf(node, root);
    links.set(node, ways);
    open.push(...ways.flat());
  }
  return refers ? links : new Map();
}

/** Keywords that divide a value's members and items among their schemas. Each schema of any other keyword may visit all of them again. */
const SHARING: ReadonlySet<string> = new Set(['properties', 'additionalProperties', 'items', 'prefixItems']);

function waysOf(node: JsonSchema, root: JsonSchema): JsonSchema[][] {
  const children = childSchemas(node).filter(({ position }) => position !== 'definition');
  const [shared, alone] = [true, false].map((isShared) =>
    children.flatMap(({ keyword, schema }) => (SHARING.has(keyword) === isShared ? [schema] : [])),
  );
  const target = node.$ref === undefined ? undefined : findTarget(node.$ref, root);
  return [shared ?? [], ...(alone ?? []).map((one) => [one]), ...(target === undefined ? [] : [[target]])];
}
