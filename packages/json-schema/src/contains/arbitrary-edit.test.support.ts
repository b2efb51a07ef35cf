import type { JsonSchema, JsonValue } from '@toolwright/contract';
import fc from 'fast-check';
import { childSchemas } from '../document/child-schemas.js';

type Draft = { -readonly [Key in keyof JsonSchema]: JsonSchema[Key] };
type Edit = (draft: Draft, name: string) => boolean;

/** A schema with some random edits. @param kind `wider`: every value stays a value; `any`: who knows. */
export function edited(schema: JsonSchema, kind: 'wider' | 'any'): fc.Arbitrary<JsonSchema> {
  const edits = kind === 'wider' ? WIDER : [...WIDER, ...NARROWER];
  return fc
    .array(fc.tuple(fc.nat(), fc.constantFrom(...edits)), { minLength: 1, maxLength: 3 })
    .map((steps) => {
      const copy: JsonSchema = structuredClone(schema);
      for (const [place, edit] of steps) {
        const nodes = nodesOf(copy);
        for (let index = 0; index < nodes.length; index += 1) {
          const node = nodes[(place + index) % nodes.length];
          if (node !== undefined && edit(node, `new${place % 3}`)) break;
        }
      }
      return copy;
    });
}

function nodesOf(root: JsonSchema): JsonSchema[] {
  const nodes = [root];
  for (const node of nodes) nodes.push(...childSchemas(node).map((child) => child.schema));
  return nodes;
}

const drop =
  (...keywords: (keyof JsonSchema)[]): Edit =>
  (draft) => {
    const present = keywords.filter((keyword) => draft[keyword] !== undefined);
    for (const keyword of present) delete draft[keyword];
    return present.length > 0;
  };
const shift =
  (keyword: 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems', by: number): Edit =>
  (draft) => {
    const value = draft[keyword];
    if (value === undefined || value + by < 0 || draft.prefixItems !== undefined) return false;
    draft[keyword] = value + by;
    return true;
  };
const isClosed = ({ additionalProperties, patternProperties, properties }: Draft): boolean =>
  additionalProperties === false && patternProperties === undefined && properties !== undefined;
const literals = ({ const: only, enum: listed }: Draft): readonly JsonValue[] | undefined =>
  listed ?? (only === undefined ? undefined : [only]);

function become(draft: Draft, schema: JsonSchema): true {
  const { $defs } = draft;
  for (const key of Object.keys(draft) as (keyof JsonSchema)[]) delete draft[key];
  Object.assign(draft, schema, $defs && { $defs });
  return true;
}

/** Roots of arguments stay objects. */
const isRoot = (draft: Draft): boolean => draft.$defs !== undefined;

const WIDER: readonly Edit[] = [
  drop('minLength'),
  drop('maxLength'),
  drop('pattern', 'allOf'),
  drop('format'),
  drop('minimum', 'exclusiveMinimum'),
  drop('maximum', 'exclusiveMaximum'),
  drop('multipleOf'),
  drop('uniqueItems'),
  drop('required'),
  shift('maxLength', 2),
  shift('minLength', -1),
  shift('minimum', -2),
  shift('maximum', 5),
  shift('minItems', -1),
  shift('maxItems', 1),
  (draft) => draft.type === 'integer' && become(draft, { ...draft, type: 'number' }),
  (draft, name) => {
    if (!isClosed(draft)) return false;
    draft.properties = { ...draft.properties, [name]: { type: 'string' } };
    return true;
  },
  (draft) => isClosed(draft) && become(draft, { ...draft, additionalProperties: true }),
  (draft) => {
    const [, ...others] = draft.required ?? [];
    if (draft.required === undefined) return false;
    draft.required = others;
    return true;
  },
  (draft) => {
    const values = literals(draft);
    return values !== undefined && become(draft, { enum: [...values, 'added'] });
  },
  (draft) => {
    const { properties } = draft;
    if (properties === undefined) return false;
    draft.properties = Object.fromEntries(Object.entries(properties).reverse());
    return true;
  },
  (draft) => {
    if (draft.anyOf === undefined) return false;
    draft.anyOf = [
      { type: 'object', properties: { kind: { const: 'k9' } }, required: ['kind'] },
      ...draft.anyOf,
    ];
    return true;
  },
  (draft) => !isRoot(draft) && become(draft, { anyOf: [{ type: 'null' }, { ...draft }] }),
  (draft) => {
    draft.description = 'Other words.';
    return true;
  },
  (draft) => {
    if (draft.prefixItems === undefined || draft.items !== false) return false;
    delete draft.maxItems;
    draft.items = { type: 'string' };
    return true;
  },
];

const NARROWER: readonly Edit[] = [
  shift('maxLength', -1),
  shift('minLength', 1),
  shift('minimum', 1),
  shift('maximum', -2),
  shift('minItems', 1),
  (draft) =>
    draft.type === 'string' && literals(draft) === undefined && become(draft, { ...draft, maxLength: 3 }),
  (draft) =>
    draft.type === 'number' && literals(draft) === undefined && become(draft, { ...draft, type: 'integer' }),
  (draft) => draft.type === 'string' && become(draft, { ...draft, pattern: '^[a-c]*$' }),
  (draft) => draft.additionalProperties === true && become(draft, { ...draft, additionalProperties: false }),
  (draft) => {
    const [first] = Object.keys(draft.properties ?? {});
    if (first === undefined || draft.required?.includes(first)) return false;
    draft.required = [...(draft.required ?? []), first];
    return true;
  },
  (draft) => {
    const [first, ...others] = Object.entries(draft.properties ?? {});
    if (first === undefined) return false;
    draft.properties = Object.fromEntries(others);
    draft.required = (draft.required ?? []).filter((name) => name !== first[0]);
    return true;
  },
  (draft) => {
    if (draft.anyOf === undefined || draft.anyOf.length < 2) return false;
    draft.anyOf = draft.anyOf.slice(1);
    return true;
  },
  (draft) => {
    if (draft.enum === undefined || draft.enum.length < 2) return false;
    draft.enum = draft.enum.slice(1);
    return true;
  },
  (draft) =>
    draft.type === 'array' &&
    draft.prefixItems === undefined &&
    become(draft, { ...draft, uniqueItems: true }),
  (draft, name) => {
    if (draft.type !== 'object') return false;
    draft.properties = { ...draft.properties, [name]: { type: 'number' } };
    return true;
  },
];
