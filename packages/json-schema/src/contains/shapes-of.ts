import type { JsonValue } from '@toolwright/contract';
import type { Alternative } from './alternatives.js';
import { arrayShape } from './array-shape.js';
import { constraintsOf } from './constraint.js';
import { isReadable, type Keywords } from './keywords.js';
import { numberShape } from './number-shape.js';
import { objectShape } from './object-shape.js';
import type { Conjunction, Kind, Shape } from './shape.js';
import type { Side } from './side.js';
import { textShape } from './text-shape.js';

/** Returns the shapes of one alternative of a conjunction: one for each type of value that it accepts. */
export function shapesOf(alternative: Alternative, whole: Conjunction, side: Side): readonly Shape[] {
  const opaque = new Set(alternative.opaque);
  const nodes = alternative.nodes.map((node) => readable(node, opaque, side));
  // Checks each node on its own if possible, because the whole may have a thousand other alternatives.
  const judge: Judge = (value) => side.accepts(opaque.size === 0 ? { ...whole, parts: nodes } : whole, value);
  const listed = nodes.map(listedIn).find((values) => values !== undefined);
  if (listed !== undefined) return finite(listed, judge);
  const shapes = kindsOf(nodes).flatMap((kind): readonly (Shape | undefined)[] => {
    switch (kind) {
      case 'null':
        return finite([null], judge);
      case 'boolean':
        return finite([false, true], judge);
      case 'number':
        return [numberShape(nodes, opaque)].map((shape) => asFinite(shape) ?? shape);
      case 'string':
        return [textShape(nodes, opaque)];
      case 'array':
        return [arrayShape(nodes, opaque, side)];
      case 'object':
        return [objectShape(nodes, opaque, side)];
      default:
        return kind satisfies never;
    }
  });
  return shapes.filter((shape) => shape !== undefined);
}

/** Returns the supported keywords of a schema. If others exist, records the whole schema as opaque: `then` has no meaning without `if`. */
function readable(node: object, opaque: Set<string>, side: Side): Keywords {
  const entries = constraintsOf(node).filter(([keyword]) => !COMBINING.has(keyword));
  const known = entries.filter(([keyword, value]) => isReadable(keyword, value));
  const others = entries.filter(([keyword, value]) => !isReadable(keyword, value));
  const misread = new Set(others.map(([keyword]) => LEANING.get(keyword)));
  const [first] = others;
  if (others.length === 1 && first?.[0] === 'not') opaque.add(side.textOf('not', first[1]));
  else if (first !== undefined) opaque.add(side.textOf(first[0], node));
  return Object.fromEntries(known.filter(([keyword]) => !misread.has(keyword)));
}

/** For a keyword that cannot be read, the keyword that depends on it: a closed object without its `properties` would be empty. */
const LEANING: ReadonlyMap<string, string> = new Map([
  ['properties', 'additionalProperties'],
  ['patternProperties', 'additionalProperties'],
  ['prefixItems', 'items'],
  ['nullable', 'type'],
]);

/** `alternativesOf` has already resolved these keywords. */
const COMBINING: ReadonlySet<string> = new Set(['$ref', 'allOf', 'anyOf', 'oneOf']);

function listedIn({ const: only, enum: listed }: Keywords): readonly JsonValue[] | undefined {
  return only === undefined ? listed : [only];
}

type Judge = (value: JsonValue) => boolean | undefined;

/** Removes values that are certainly refused. Values without a verdict are kept, because they may be allowed. */
function finite(values: readonly JsonValue[], judge: Judge): readonly Shape[] {
  const judged = values.map((value) => ({ value, verdict: judge(value) }));
  const allowed = judged.filter(({ verdict }) => verdict !== false);
  const isExact = allowed.every(({ verdict }) => verdict === true);
  return allowed.length === 0 ? [] : [{ kind: 'finite', values: allowed.map(({ value }) => value), isExact }];
}

const KINDS: readonly Kind[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

function kindsOf(nodes: readonly Keywords[]): readonly Kind[] {
  const allowed = nodes.flatMap(({ type }) => (type === undefined ? [] : [new Set([type].flat())]));
  return KINDS.filter((kind) =>
    allowed.every((types) => types.has(kind) || (kind === 'number' && types.has('integer'))),
  );
}

const MAX_LISTED = 100;

/** Turns a range of a few integers into a list. */
function asFinite(shape: Shape | undefined): Shape | undefined {
  if (shape?.kind !== 'number' || !shape.isInteger || shape.multiples.length > 0 || shape.opaque.size > 0)
    return shape;
  const { min, max } = shape.range;
  if (!(max - min < MAX_LISTED)) return shape;
  return {
    kind: 'finite',
    isExact: true,
    values: Array.from({ length: max - min + 1 }, (_, index) => min + index),
  };
}
