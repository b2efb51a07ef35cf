import type { CodecPlan, JsonSchema, ToolCodecs } from '@toolwright/contract';
import { referenceName } from '../document/references.js';
import { withComment } from './comments.js';
import { memberName } from './names.js';

/** Where the type of a schema is printed. */
export interface TypePlace {
  /** Returns the name of a definition of the schema, which is then declared. */
  readonly nameOf: (definition: string) => string;
  readonly definitions: ToolCodecs['definitions'];
}

/** Prints the type of a schema's values in TypeScript. @param plan where the values are not JSON */
export function printType(
  schema: unknown,
  plan: CodecPlan | undefined,
  place: TypePlace,
  margin = '',
): string {
  if (schema === false) return 'never';
  if (typeof schema !== 'object' || schema === null) return 'unknown';
  const given = schema as JsonSchema;
  if (plan !== undefined && plan.kind in SCALARS) return nullable(given, SCALARS[plan.kind] as string);
  if (given.$ref !== undefined) return place.nameOf(referenceName(given.$ref));
  if (isCollection(plan)) return nullable(given, collection(given, plan, place, margin));
  if (given.const !== undefined) return literal(given.const);
  if (given.enum !== undefined) return join(given.enum.map(literal));
  const branches = given.anyOf ?? given.oneOf;
  if (branches !== undefined)
    return join(branches.map((one, n) => printType(one, branchPlan(plan, n, branches), place, margin)));
  if (given.allOf !== undefined)
    return given.allOf.map((one) => wrapped(printType(one, plan, place, margin))).join(' & ') || 'unknown';
  const types = typeof given.type === 'string' ? [given.type] : (given.type ?? impliedTypes(given));
  return join(types.map((type) => ofType(type, given, plan, place, margin)));
}

const SCALARS: Readonly<Record<string, string>> = {
  date: 'Date',
  bigint: 'bigint',
  bytes: 'Uint8Array',
  regexp: 'RegExp',
  url: 'URL',
};

function nullable({ type }: JsonSchema, printed: string): string {
  return Array.isArray(type) && type.includes('null') ? `${printed} | null` : printed;
}

function impliedTypes({ properties, items, prefixItems }: JsonSchema): readonly string[] {
  if (properties !== undefined) return ['object'];
  return items !== undefined || prefixItems !== undefined ? ['array'] : ['unknown'];
}

function branchPlan(
  plan: CodecPlan | undefined,
  index: number,
  branches: readonly unknown[],
): CodecPlan | undefined {
  if (plan === undefined || plan.kind !== 'union' || !('branches' in plan))
    return plan?.kind === 'ref' ? plan : undefined;
  return plan.branches.length === branches.length ? plan.branches[index]?.plan : undefined;
}

function ofType(
  type: string,
  schema: JsonSchema,
  plan: CodecPlan | undefined,
  place: TypePlace,
  margin: string,
): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return arrayType(schema, plan, place, margin);
  if (type === 'object') return printObject(schema, plan, place, margin);
  return type;
}

function arrayType(
  schema: JsonSchema,
  plan: CodecPlan | undefined,
  place: TypePlace,
  margin: string,
): string {
  const { prefixItems, items, minItems = 0 } = schema;
  const itemPlan = plan?.kind === 'array' && 'items' in plan ? plan.items : undefined;
  if (prefixItems === undefined) return `${wrapped(printType(items, itemPlan, place, margin))}[]`;
  const tuple = plan?.kind === 'tuple' && 'prefix' in plan ? plan : undefined;
  const members = prefixItems.map((one, n) => {
    const printed = printType(one, tuple?.prefix[n] ?? undefined, place, margin);
    return n < minItems ? printed : `${wrapped(printed)}?`;
  });
  const rest =
    items === undefined || items === false
      ? []
      : [`...${wrapped(printType(items, tuple?.rest, place, margin))}[]`];
  return `[${[...members, ...rest].join(', ')}]`;
}

type CollectionPlan = Extract<CodecPlan, { kind: 'set' } | { kind: 'map' }>;

function isCollection(plan: CodecPlan | undefined): plan is CollectionPlan {
  return plan?.kind === 'set' || plan?.kind === 'map';
}

function collection(schema: JsonSchema, plan: CollectionPlan, place: TypePlace, margin: string): string {
  if (!('form' in plan))
    return `Set<${printType(schema.items, 'items' in plan ? plan.items : undefined, place, margin)}>`;
  if (plan.form === 'object')
    return `Map<string, ${printType(schema.additionalProperties, plan.values, place, margin)}>`;
  const { prefixItems = [] } = typeof schema.items === 'object' ? schema.items : {};
  const [key, value] = [
    printType(prefixItems[0], plan.keys, place, margin),
    printType(prefixItems[1], plan.values, place, margin),
  ];
  return `Map<${key}, ${value}>`;
}

/** Prints an object's type with the description, default and constraints of each member. */
export function printObject(
  schema: JsonSchema,
  plan: CodecPlan | undefined,
  place: TypePlace,
  margin: string,
): string {
  const { properties = {}, required = [], additionalProperties, patternProperties } = schema;
  const object = plan?.kind === 'object' && 'properties' in plan ? plan.properties : undefined;
  const inner = `${margin} `;
  const members = Object.entries(properties).map(([name, member]) => {
    const mark = required.includes(name) ? '' : '?';
    const type = printType(member, object?.[name], place, inner);
    return `${inner}${withComment(`${memberName(name)}${mark}: ${type};`, describeMember(member))}\n`;
  });
  const others = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  const rest = [...others, ...Object.values(patternProperties ?? {})];
  if (additionalProperties === true || (additionalProperties === undefined && members.length === 0))
    rest.push({});
  if (rest.length > 0) {
    const type = join(rest.map((one) => printType(one, undefined, place, inner)));
    if (members.length === 0) return `Record<string, ${type}>`;
    members.push(`${inner}[key: string]: ${members.length > 0 ? 'unknown' : type};\n`);
  }
  return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('')}${margin}}`;
}

/** Returns the description of a member and what its type does not say. */
function describeMember(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return '';
  const given = schema as JsonSchema;
  const facts = FACTS.flatMap((name) =>
    given[name] === undefined ? [] : [`${name} ${JSON.stringify(given[name])}`],
  );
  const { description } = given;
  const text = facts.length > 0 ? `(${facts.join(', ')})` : '';
  return [description, text].filter(Boolean).join(' ');
}

const FACTS = [
  'default',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

function literal(value: unknown): string {
  if (typeof value === 'object' && value !== null) return 'unknown';
  return JSON.stringify(value) ?? 'unknown';
}

function join(types: readonly string[]): string {
  const each = [...new Set(types)];
  if (each.includes('unknown')) return 'unknown';
  return each.filter((type) => type !== 'never' || each.length === 1).join(' | ') || 'unknown';
}

function wrapped(type: string): string {
  return / [|&] /.test(type) && !/^\{[\s\S]*\}$/.test(type) ? `(${type})` : type;
}
