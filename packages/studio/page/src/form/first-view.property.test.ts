import type { JsonObject, JsonSchema, JsonValue, ObjectSchema } from '@toolwright/contract';
import { formatPath } from '@toolwright/json';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import fc from 'fast-check';
import { cases } from '../../../../../scripts/thorough.mjs';
import { arbitrarySample } from '../../../../json-schema/src/arbitrary-schema.test.support.js';
import { PLAN_TRIP } from '../../test/fixture/schemas.js';
import { fieldState, valueIn } from './field-state.js';
import { bestBranch } from './fits.js';
import { addedValue, initialValue } from './initial-value.js';
import { issuesByPlace } from './issue-place.js';
import { toField } from './to-field.js';

/** A field that the form shows, with how it does. */
interface Shown {
  readonly place: string;
  readonly kind: string;
  readonly state: string;
}

interface Place {
  readonly path: readonly string[];
  readonly value: JsonValue | undefined;
  readonly isRequired: boolean;
}

/** Lists the fields of a form, as its components do. */
function shown(schema: JsonSchema, root: JsonSchema, { path, value: given, isRequired }: Place): Shown[] {
  const field = toField(schema, root);
  const value = valueIn(field, given);
  const state = fieldState(field, value, isRequired);
  const own = { place: formatPath(path), kind: field.kind, state };
  const at = (name: string | number, part: JsonSchema, inner: JsonValue | undefined, required = true) =>
    shown(part, root, { path: [...path, String(name)], value: inner, isRequired: required });
  if (field.kind === 'nullable') {
    const inner = value === null ? undefined : value;
    return [
      own,
      ...shown(field.schema, root, { path, value: inner, isRequired: isRequired && value !== null }),
    ];
  }
  if (state !== 'parts') return [own];
  if (field.kind === 'union') {
    const branches = field.branches.map((branch) => branch.schema);
    const branch = branches[bestBranch(branches, value, root)];
    return [own, ...(branch === undefined ? [] : shown(branch, root, { path, value, isRequired: true }))];
  }
  if (field.kind === 'object') {
    // The state says so.
    const object = value as JsonObject;
    return [
      own,
      ...field.members.flatMap((each) =>
        at(
          each.name,
          each.schema,
          Object.hasOwn(object, each.name) ? object[each.name] : undefined,
          each.isRequired,
        ),
      ),
    ];
  }
  const items = Array.isArray(value) ? value : [];
  const schemaOf = (index: number) =>
    field.kind === 'tuple'
      ? (field.items[index] ?? field.rest ?? {})
      : field.kind === 'list'
        ? field.items
        : {};
  return [own, ...items.flatMap((item, index) => at(index, schemaOf(index), item))];
}

/** Whether each field shows an input, and JSON only where no other field exists. */
function expectFields(fields: readonly Shown[]) {
  expect(fields.filter(({ kind, state }) => state === 'json' && kind !== 'json')).toEqual([]);
}

/** Checks the form of a tool before anything is written into it. */
function expectFillable(parameters: ObjectSchema) {
  const value = initialValue(parameters, parameters) ?? {};
  const fields = shown(parameters, parameters, { path: [], value, isRequired: true });
  expectFields(fields);
  const tool = new FunctionTool({ name: 'it', description: 'It.', parameters, fn: () => null });
  const checked = new ToolRegistry().register(tool).validate('it', JSON.stringify(value));
  if (checked.ok) return;
  const places = new Set(fields.map(({ place }) => place));
  expect(checked.errors?.length).toBeGreaterThan(0);
  for (const place of issuesByPlace(checked.errors ?? []).keys()) expect([...places]).toContain(place);
}

// K1
it('shows a field for each part before anything is written, and a message of the registry at a field that is shown', () => {
  expectFillable(PLAN_TRIP.parameters);
  fc.assert(
    fc.property(arbitrarySample('open'), ({ schema }) => expectFillable(schema)),
    { numRuns: cases(300, 5_000) },
  );
});

// K1
it('adds a value that its own field shows', () => {
  fc.assert(
    fc.property(arbitrarySample('open'), ({ schema: root }) => {
      for (const schema of Object.values(root.properties)) {
        if (schema.default !== undefined) continue;
        const value = addedValue(schema, root);
        expectFields(shown(schema, root, { path: ['it'], value, isRequired: true }));
      }
    }),
    { numRuns: cases(300, 5_000) },
  );
});

// K1
it.each<[string, JsonSchema, JsonValue | undefined, string[]]>([
  ['a pair', pair({ type: 'number' }), [null, null], ['tuple parts', 'number input', 'number input']],
  [
    'a pair of texts or null',
    pair({ type: ['string', 'null'] }),
    [null, null],
    ['tuple parts', ...Array(2).fill(['nullable switch', 'text input']).flat()],
  ],
  [
    'an optional element',
    { ...pair({ type: 'string' }), minItems: 1 },
    [null],
    ['tuple parts', 'text input'],
  ],
  ['nothing but a rest', { type: 'array', prefixItems: [], items: { type: 'string' } }, [], ['tuple parts']],
  ['text or null', { type: ['string', 'null'] }, undefined, ['nullable switch', 'text input']],
  [
    'an object or null',
    { anyOf: [{ type: 'object' }, { type: 'null' }] },
    undefined,
    ['nullable switch', 'object add'],
  ],
  ['text or a number', { type: ['string', 'number'] }, undefined, ['union parts', 'text input']],
  ['a list of values', { type: 'array', items: { enum: ['a', 'b'] } }, [], ['list boxes']],
  ['a union that holds only itself', { $ref: '#/$defs/Self' }, undefined, ['union parts']],
])('begins with %s', (_, schema, value, fields) => {
  const root: JsonSchema = { $defs: { Self: { anyOf: [{ $ref: '#/$defs/Self' }] } } };
  const first = initialValue(schema, root);
  expect(first).toEqual(value);
  const all = shown(schema, root, { path: ['it'], value: first, isRequired: true });
  expect(all.map(({ kind, state }) => `${kind} ${state}`)).toEqual(fields);
});

function pair(item: JsonSchema): JsonSchema {
  return { type: 'array', prefixItems: [item, item], items: false, minItems: 2, maxItems: 2 };
}
