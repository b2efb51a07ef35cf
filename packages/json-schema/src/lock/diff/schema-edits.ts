import { isRecord } from '@toolwright/contract';
import { canonicalJson, pointerSegments } from '@toolwright/json';
import { definitionName, findTarget } from '../../document/references.js';
import { hasSameItems, isReordered } from '../ordered-json.js';
import { describeOrder, showValue } from '../show-value.js';
import { alignedBranches } from './aligned-branches.js';
import { describeKeywords } from './describe-keywords.js';
import { type Place, placeIn, type Written } from './place.js';

export type SchemaEdit = TextEdit | DefaultEdit | ShapeEdit;

interface Edit {
  readonly path: readonly string[];
  readonly message: string;
}

/** A difference only in descriptions, in the order, or in the names of definitions. */
export interface TextEdit extends Edit {
  readonly kind: 'text';
}

export interface DefaultEdit extends Edit {
  readonly kind: 'default';
  /** Whether a call may have relied on the default, because the member was and is optional. */
  readonly isObserved: boolean;
}

/** A difference that may change which values are allowed. */
export interface ShapeEdit extends Edit {
  readonly kind: 'shape';
  /** Applies only this difference to a copy of the earlier schema. */
  apply(draft: Written): void;
}

/** Returns the differences between two schemas. Works without recursion, because third-party schemas may be nested to any depth. */
export function schemaEdits(before: Written, after: Written, adopt: Adopt): readonly SchemaEdit[] {
  const edits: SchemaEdit[] = [];
  const definitions = new Set<string>();
  const open: Place[] = [{ before, after, at: [], path: [], isOmitted: false }];
  for (const place of open) {
    for (const next of compareNodes(place, adopt, edits)) open.push(next);
    const named = definitionOf(place, before, after);
    if (named === undefined || definitions.has(named.key)) continue;
    definitions.add(named.key);
    open.push(named.place);
  }
  return edits;
}

/** Adapts a part of the later schema to the earlier schema, by renaming the definitions that it refers to. */
export type Adopt = (part: unknown) => unknown;

const TEXTS = ['title', 'description', 'examples', 'deprecated', 'writeOnly', '$comment'] as const;
const IGNORED: ReadonlySet<string> = new Set([...TEXTS, 'default', '$defs', '$schema', 'definitions']);

function* compareNodes(place: Place, adopt: Adopt, edits: SchemaEdit[]): Generator<Place> {
  const { before, after, path } = place;
  for (const keyword of TEXTS) {
    if (isEqual(before[keyword], after[keyword])) continue;
    edits.push({
      kind: 'text',
      path: [...path, keyword],
      message: `\`${keyword}\` ${change(before[keyword], after[keyword])}`,
    });
  }
  const byDefault = defaultEdit(place);
  if (byDefault !== undefined) edits.push(byDefault);
  if (isRenaming('$ref', place) && before.$ref !== after.$ref) {
    edits.push({ kind: 'text', path: [...path, '$ref'], message: 'the definition was renamed' });
  }
  edits.push(...orderEdits(place));
  const isOther = !isSame('type', place);
  const children = isOther ? [] : [...childPlaces(place)];
  const followed = new Set(children.flatMap(({ keyword }) => keyword));
  const changed = keywordsOf(before, after).filter(
    (keyword) => !followed.has(keyword) && !isSame(keyword, place) && !isRenaming(keyword, place),
  );
  const own = isOther ? changed : changed.filter((keyword) => !MEMBERS.has(keyword));
  if (own.length > 0) edits.push(shapeEdit(place, own, adopt));
  if (!isOther) edits.push(...memberEdits(place, adopt));
  for (const { next } of children) yield next;
}

const MEMBERS: ReadonlySet<string> = new Set(['properties', 'required']);
/** Keywords with lists whose order has no meaning, although a model sees it. */
const UNORDERED: ReadonlySet<string> = new Set(['enum', 'type', 'anyOf', 'oneOf', 'allOf', 'required']);

function isSame(keyword: string, { before, after }: Place): boolean {
  const [was, is] = [before[keyword], after[keyword]];
  if (!UNORDERED.has(keyword) || !Array.isArray(was) || !Array.isArray(is)) return isEqual(was, is);
  return hasSameItems(was, is);
}

/** Returns differences in the order of members and literals. The order of `required` depends on the order of the members. */
function orderEdits({ before, after, path }: Place): readonly TextEdit[] {
  const lists = [...UNORDERED].map((keyword) => [keyword, before[keyword], after[keyword]] as const);
  const members = ['properties', [...membersOf(before).keys()], [...membersOf(after).keys()]] as const;
  const edits = [members, ...lists].flatMap(([keyword, was, is]): readonly TextEdit[] => {
    if (!Array.isArray(was) || !Array.isArray(is) || !isReordered(was, is)) return [];
    return [{ kind: 'text', path: [...path, keyword], message: `\`${keyword}\` ${describeOrder(was, is)}` }];
  });
  return edits[0]?.path.at(-1) === 'properties'
    ? edits.filter((edit) => edit.path.at(-1) !== 'required')
    : edits;
}

function keywordsOf(before: Written, after: Written): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (keyword) => !IGNORED.has(keyword),
  );
}

/** Whether two references differ at most in the names of definitions. Such references are followed, because the names have no meaning. */
function isRenaming(keyword: string, { before, after }: Place): boolean {
  return keyword === '$ref' && isDefinition(before.$ref) && isDefinition(after.$ref);
}

function isDefinition(ref: unknown): ref is string {
  return typeof ref === 'string' && definitionName(ref) !== undefined;
}

/** Returns the difference between two defaults; undefined if they are equal. */
export function defaultEdit({ before, after, path, isOmitted }: Place): DefaultEdit | undefined {
  if (isEqual(before.default, after.default)) return undefined;
  const both = before.default !== undefined && after.default !== undefined;
  const message = both
    ? `the default was ${showValue(before.default)} and is ${showValue(after.default)}`
    : `the default ${change(before.default, after.default)}`;
  return { kind: 'default', path: [...path, 'default'], message, isObserved: isOmitted };
}

function change(was: unknown, is: unknown): string {
  if (was === undefined) return 'is new';
  return is === undefined ? 'was removed' : 'has changed';
}

function shapeEdit({ before, after, at, path }: Place, keywords: readonly string[], adopt: Adopt): ShapeEdit {
  const [only] = keywords;
  return {
    kind: 'shape',
    path: keywords.length === 1 && only !== undefined ? [...path, only] : path,
    message: describeKeywords(before, after, keywords),
    apply(draft) {
      const node = placeIn(draft, at);
      for (const keyword of keywords) {
        if (after[keyword] === undefined) delete node[keyword];
        else node[keyword] = adopt(after[keyword]);
      }
    },
  };
}

/** Yields edits for members that were added or removed, or became required or optional. */
function* memberEdits({ before, after, at, path }: Place, adopt: Adopt): Generator<ShapeEdit> {
  const [was, is] = [membersOf(before), membersOf(after)];
  const [needed, needs] = [requiredOf(before), requiredOf(after)];
  for (const name of new Set([...was.keys(), ...is.keys(), ...needed, ...needs])) {
    const shown = JSON.stringify(name);
    const [isRequired, wasRequired] = [needs.has(name), needed.has(name)];
    const isSame = was.has(name) === is.has(name) && isRequired === wasRequired;
    if (isSame) continue;
    const message =
      !is.has(name) && was.has(name)
        ? `${shown} was removed`
        : is.has(name) && !was.has(name)
          ? `${shown} is new and ${isRequired ? 'required' : 'optional'}`
          : `${shown} is ${isRequired ? 'required' : 'optional'} now`;
    yield {
      kind: 'shape',
      path: [...path, 'properties', name],
      message,
      apply(draft) {
        const node = placeIn(draft, at);
        const members = membersOf(node);
        if (was.has(name) !== is.has(name)) {
          if (is.has(name)) members.set(name, adopt(is.get(name)));
          else members.delete(name);
          node.properties = Object.fromEntries(members);
        }
        const required = requiredOf(node);
        if (isRequired) required.add(name);
        else required.delete(name);
        node.required = [...required];
      },
    };
  }
}

function membersOf({ properties }: Written): Map<string, unknown> {
  return new Map(isRecord(properties) ? Object.entries(properties) : []);
}

function requiredOf({ required }: Written): Set<string> {
  return new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []);
}

interface Child {
  readonly keyword: readonly string[];
  readonly next: Place;
}

/** Yields the child schemas that both schemas have. */
function* childPlaces({ before, after, at, path }: Place): Generator<Child> {
  const child = (
    keyword: string,
    segments: readonly string[],
    was: unknown,
    is: unknown,
    isOmitted = false,
  ): Child[] =>
    isRecord(was) && isRecord(is)
      ? [
          {
            keyword: [keyword],
            next: {
              before: was,
              after: is,
              at: [...at, ...segments],
              path: [...path, ...segments],
              isOmitted,
            },
          },
        ]
      : [];
  for (const keyword of ['items', 'additionalProperties']) {
    yield* child(keyword, [keyword], before[keyword], after[keyword]);
  }
  const [was, is] = [membersOf(before), membersOf(after)];
  const [needed, needs] = [requiredOf(before), requiredOf(after)];
  for (const [name, member] of was) {
    const isOmitted = !needed.has(name) && !needs.has(name);
    yield* child('properties', ['properties', name], member, is.get(name), isOmitted);
  }
  const patterns = [before.patternProperties, after.patternProperties];
  if (patterns.every(isRecord) && isEqual(...keysOf(patterns))) {
    for (const [name, schema] of Object.entries(patterns[0] ?? {})) {
      yield* child(
        'patternProperties',
        ['patternProperties', name],
        schema,
        Reflect.get(patterns[1] ?? {}, name),
      );
    }
  }
  for (const keyword of ['prefixItems', 'anyOf', 'oneOf', 'allOf']) {
    if (keyword !== 'prefixItems' && isSame(keyword, { before, after, at, path, isOmitted: false })) continue;
    for (const [index, one, other] of alignedBranches(
      before[keyword],
      after[keyword],
      keyword === 'prefixItems',
    )) {
      yield* child(keyword, [keyword, String(index)], one, other);
    }
  }
}

function keysOf(objects: readonly object[]): [unknown, unknown] {
  const [one = {}, other = {}] = objects;
  return [Object.keys(one).sort(), Object.keys(other).sort()];
}

/** Returns the definitions that both schemas refer to. */
function definitionOf(
  { before, after }: Place,
  root: Written,
  other: Written,
): { readonly key: string; readonly place: Place } | undefined {
  if (!isDefinition(before.$ref) || !isDefinition(after.$ref)) return undefined;
  const [was, is] = [findTarget(before.$ref, root), findTarget(after.$ref, other)];
  if (!isRecord(was) || !isRecord(is)) return undefined;
  const [at, named] = [pointerSegments(before.$ref), pointerSegments(after.$ref)];
  // The definition may be used for an optional member.
  const place = { before: was, after: is, at, path: named, isOmitted: true };
  return { key: `${before.$ref} ${after.$ref}`, place };
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  return canonicalJson(one) === canonicalJson(other);
}
