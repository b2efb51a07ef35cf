import type { Keywords } from './keywords.js';
import { matchesName } from './matches-name.js';
import type { Conjunction, ObjectShape, Opaque } from './shape.js';
import type { Side } from './side.js';
import type { Part } from './verdict.js';

/** Returns the shape of the objects that a conjunction accepts; undefined if it accepts no objects. */
export function objectShape(nodes: readonly Keywords[], opaque: Opaque, side: Side): ObjectShape | undefined {
  const names = new Set(nodes.flatMap(({ properties = {} }) => Object.keys(properties)));
  // Validators ignore this name.
  names.delete('__proto__');
  const known = new Map<string, Conjunction>();
  const member = (name: string): Conjunction => {
    const conjunction = known.get(name) ?? side.join(nodes.flatMap((node) => memberParts(node, name)));
    known.set(name, conjunction);
    return conjunction;
  };
  const patterns = new Set(nodes.flatMap(({ patternProperties = {} }) => Object.keys(patternProperties)));
  const required = new Set(nodes.flatMap(({ required: own = [] }) => own));
  side.budget.spend(names.size + patterns.size);
  const min = Math.max(required.size, ...nodes.flatMap(({ minProperties }) => minProperties ?? []));
  const others = side.join(nodes.flatMap(({ additionalProperties }) => additionalProperties ?? []));
  const max = Math.min(...nodes.flatMap(({ maxProperties }) => maxProperties ?? []));
  if (min > max || [...required].some((name) => member(name).isNothing)) return undefined;
  return {
    kind: 'object',
    range: { min, max },
    required,
    names,
    patterns: new Map([...patterns].map((pattern) => [pattern, side.join(ofPattern(nodes, pattern))])),
    others,
    member,
    nameParts: nodes.flatMap(({ propertyNames }) => propertyNames ?? []),
    opaque:
      patterns.size > 0 && nodes.filter(saysWhatOthersAre).length > 1
        ? withPatterns(opaque, nodes, side)
        : opaque,
    written: once(() => {
      const text = side.textOf('allOf', nodes);
      side.budget.spend(Math.floor(text.length / CHARACTERS_PER_UNIT));
      return text;
    }),
    splits: 0,
  };
}

const CHARACTERS_PER_UNIT = 500;

function once(create: () => string): () => string {
  let text: string | undefined;
  return () => {
    text ??= create();
    return text;
  };
}

/** Returns the schemas that apply to a member with this name. */
function memberParts(
  { properties = {}, patternProperties = {}, additionalProperties = true }: Keywords,
  name: string,
): Part[] {
  const parts = Object.entries(patternProperties).flatMap(([pattern, part]) =>
    matchesName(pattern, name) ? [part] : [],
  );
  const own = Object.hasOwn(properties, name) && name !== '__proto__' ? properties[name] : undefined;
  if (own !== undefined) parts.push(own);
  return parts.length === 0 ? [additionalProperties] : parts;
}

/** Returns the schemas that a pattern applies to members. Other patterns may apply further schemas. */
function ofPattern(nodes: readonly Keywords[], pattern: string): Part[] {
  return nodes.flatMap(({ patternProperties = {} }) =>
    Object.hasOwn(patternProperties, pattern) ? (patternProperties[pattern] ?? []) : [],
  );
}

function saysWhatOthersAre({ patternProperties, additionalProperties }: Keywords): boolean {
  return patternProperties !== undefined || additionalProperties !== undefined;
}

/** Adds patterns as an opaque constraint, because a member can match a pattern of one schema and be an additional member of another. */
function withPatterns(opaque: Opaque, nodes: readonly Keywords[], side: Side): Opaque {
  return new Set([...opaque, side.textOf('patternProperties', nodes)]);
}
