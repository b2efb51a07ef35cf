import type { JsonSchema } from '@toolwright/contract';
import { findByPointer } from '@toolwright/json';
import { childSchemas } from './child-schemas.js';

/**
 * Whether several branches of a union or an intersection lead back to it, as those of
 * `type Node = { next?: Node; a?: string } | { next?: Node; b?: string }`. A validator that tries one branch after the other takes
 * twice as long for each level of the data, unless it remembers its verdicts. Linear in the schema.
 */
export function isBranching(root: JsonSchema): boolean {
  const links = linksOf(root);
  if (links.size === 0) return false;
  const circles = findCircles(root, links);
  for (const [node, ways] of links) {
    const back = ways.filter((way) => way.some((next) => circles.get(next) === circles.get(node)));
    if (back.length > 1) return true;
  }
  return false;
}

/** Of each part of a schema, the ways in which it holds a value to other parts; empty where no part refers to another. */
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

function waysOf(node: JsonSchema, root: JsonSchema): JsonSchema[][] {
  const { $ref, not, anyOf = [], oneOf = [], allOf = [], patternProperties = {} } = node;
  const { properties, additionalProperties, items, prefixItems } = node;
  const target = $ref === undefined ? undefined : findByPointer(root, $ref);
  const members = childSchemas({
    ...(properties && { properties }),
    ...(additionalProperties !== undefined && { additionalProperties }),
    ...(items !== undefined && { items }),
    ...(prefixItems && { prefixItems }),
  });
  const alone = [
    ...anyOf,
    ...oneOf,
    ...allOf,
    ...Object.values(patternProperties),
    not,
    target,
    ...rareWays(node),
  ];
  // What a `$ref` of a schema points at is a schema.
  const others = alone.filter((one): one is JsonSchema => typeof one === 'object' && one !== null);
  return [members, ...others.map((one) => [one])];
}

/** The ways of keywords that codegen never writes. */
function rareWays(node: JsonSchema): unknown[] {
  const single = RARE.map((name): unknown => Reflect.get(node, name));
  const dependent: unknown = Reflect.get(node, 'dependentSchemas');
  return [
    ...single,
    ...(typeof dependent === 'object' && dependent !== null ? Object.values(dependent) : []),
  ];
}

const RARE = ['if', 'then', 'else', 'contains', 'unevaluatedProperties', 'unevaluatedItems'];

/** A number for each part; those that lead to each other have the same. Two walks, there and back (Kosaraju). */
function findCircles(root: JsonSchema, links: Links): ReadonlyMap<JsonSchema, number> {
  const back = new Map<JsonSchema, JsonSchema[]>();
  for (const [node, ways] of links) {
    for (const next of ways.flat()) {
      const known = back.get(next);
      if (known === undefined) back.set(next, [node]);
      else known.push(node);
    }
  }
  const done: JsonSchema[] = [];
  const seen = new Set([root]);
  const open = [{ node: root, rest: (links.get(root) ?? []).flat() }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = top.rest.pop();
    if (next === undefined) done.push(...open.splice(-1).map(({ node }) => node));
    else if (!seen.has(next)) {
      seen.add(next);
      open.push({ node: next, rest: (links.get(next) ?? []).flat() });
    }
  }
  const circles = new Map<JsonSchema, number>();
  for (const [number, start] of done.reverse().entries()) {
    const waiting = [start];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (circles.has(node)) continue;
      circles.set(node, number);
      waiting.push(...(back.get(node) ?? []));
    }
  }
  return circles;
}
