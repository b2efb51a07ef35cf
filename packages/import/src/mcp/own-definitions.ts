import type { JsonSchema } from '@toolwright/contract';
import { canonicalJson, escapeSegment, setMember } from '@toolwright/json';
import {
  findTarget,
  mapSchema,
  referenceName,
  referencesIn,
  schemasWithin,
  typeName,
} from '@toolwright/json-schema';
import { Names } from '../openapi/names.js';

/** The definitions of all tools, which share those that are the same. */
export class OwnDefinitions {
  readonly all: Record<string, JsonSchema> = {};
  readonly #names = new Names();

  /** Moves the definitions of a schema to those of all tools, and returns the schema with its references to them. */
  add(schema: object, tool: string): JsonSchema {
    const own = definitionsOf(schema, typeName(tool));
    const wanted = new Map([...own].map(([ref, [name]]) => [ref, name]));
    const users = new Map<string, string[]>();
    const open = [...own].flatMap(([ref, [name, definition]]) => {
      const hoped = renamed(definition, wanted, (used) => {
        const known = users.get(used);
        if (known === undefined) users.set(used, [ref]);
        else known.push(ref);
      });
      const isSame = Object.hasOwn(this.all, name) && canonicalJson(this.all[name]) === canonicalJson(hoped);
      return isSame ? [] : [ref];
    });
    const different = new Set(open);
    for (const ref of open) {
      // What refers to another definition of one name is different, too.
      for (const user of users.get(ref) ?? []) {
        if (!different.has(user)) open.push(user);
        different.add(user);
      }
    }
    const names = new Map(
      [...wanted].map(([ref, name]) => [
        ref,
        different.has(ref) ? this.#names.take(name, `${typeName(tool)}${name}`) : name,
      ]),
    );
    for (const ref of different) {
      const [, definition] = own.get(ref) ?? [];
      setMember(this.all, names.get(ref) ?? ref, renamed(definition ?? {}, names));
    }
    const { $defs: _defs, definitions: _definitions, ...root }: Record<string, unknown> = { ...schema };
    return renamed(root, names);
  }
}

/** Lists what a schema refers to with the names that they want, by the references. A schema may refer to itself, or to a part of itself. */
function definitionsOf(schema: object, tool: string): ReadonlyMap<string, readonly [string, object]> {
  const { $defs: _defs, definitions: _definitions, ...root }: Record<string, unknown> = { ...schema };
  const own = new Map<string, readonly [string, object]>();
  const named = namedParts(schema);
  const open: object[] = [root];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    for (const ref of referencesIn(part)) {
      const found = named.get(ref) ?? findTarget(ref, schema);
      if (found === undefined || own.has(ref)) continue;
      const target = found === schema ? root : found;
      own.set(ref, [target === root ? tool || 'Tool' : referenceName(ref), target]);
      open.push(target);
    }
  }
  return own;
}

/** Lists the parts of a schema that have names of their own, by the references to them. */
function namedParts(schema: object): ReadonlyMap<string, object> {
  const named = new Map<string, object>();
  for (const part of schemasWithin(schema)) {
    const { $id, $anchor, $dynamicAnchor }: Record<string, unknown> = { ...part };
    if (typeof $id === 'string') named.set($id, part);
    for (const name of [$anchor, $dynamicAnchor]) if (typeof name === 'string') named.set(`#${name}`, part);
  }
  return named;
}

/** @param used receives the references that get other names */
function renamed(
  schema: object,
  names: ReadonlyMap<string, string>,
  used: (ref: string) => void = () => undefined,
): JsonSchema {
  const change = (draft: Record<string, unknown>): Record<string, unknown> => {
    const { $ref } = draft;
    const name = typeof $ref === 'string' ? names.get($ref) : undefined;
    if (typeof $ref !== 'string' || name === undefined) return draft;
    used($ref);
    return { ...draft, $ref: `#/$defs/${escapeSegment(name)}` };
  };
  // A schema stays one.
  return mapSchema(schema, change) as JsonSchema;
}
