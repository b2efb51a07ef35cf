import { type CodecPlan, isRecord } from '@toolwright/contract';
import { definitionName } from '../document/references.js';
import { jsonLiteral } from './json-literal.js';
import { isCollection, printArray, printCollection } from './print-list.js';
import { printMembers } from './print-object.js';
import { REAL_TYPES } from './real-types.js';
import { inside, type TypePart, type TypePlace, type TypeText, union, wrapped } from './type-place.js';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Prints the type of a schema's values in TypeScript. The schema may be anything that a server sends: what is no JSON Schema is `unknown`.
 * @param plan where the values are not JSON
 */
export function printType(
  schema: unknown,
  plan: CodecPlan | undefined,
  place: TypePlace,
  margin = '',
): string {
  return print(schema, plan, place, { margin, depth: 0, isDirect: true }).text;
}

/** Prints an object's type with the description, default and constraints of each member. */
export function printObject(
  schema: unknown,
  plan: CodecPlan | undefined,
  place: TypePlace,
  margin: string,
): string {
  const part = { margin, depth: 0, isDirect: true };
  return printMembers(isRecord(schema) ? schema : {}, plan, place, part, print).text;
}

/** Deeper schemas would overflow the stack of the compiler. */
const MAX_DEPTH = 64;

const UNKNOWN: TypeText = { text: 'unknown' };
const TOO_DEEP: TypeText = { text: `unknown /* nested more than ${MAX_DEPTH} levels deep */` };

function print(schema: unknown, written: CodecPlan | undefined, place: TypePlace, part: TypePart): TypeText {
  if (schema === false) return { text: 'never' };
  if (!isRecord(schema)) return UNKNOWN;
  if (part.depth > MAX_DEPTH) return TOO_DEEP;
  const { $ref } = schema;
  const plan = $ref === undefined ? planOf(written, place) : written;
  const scalar = plan === undefined ? undefined : REAL_TYPES.get(plan.kind);
  if (scalar !== undefined) return nullable(schema, scalar);
  if ($ref !== undefined) return printReference($ref, place, part);
  if (isCollection(plan)) return nullable(schema, printCollection(schema, plan, place, part, print));
  return printPlain(schema, written, plan, place, part);
}

function printReference($ref: unknown, place: TypePlace, { isDirect }: TypePart): TypeText {
  const name = typeof $ref === 'string' ? definitionName($ref) : undefined;
  return name === undefined ? UNKNOWN : { text: place.nameOf(name, isDirect) };
}

function printPlain(
  schema: Schema,
  written: CodecPlan | undefined,
  plan: CodecPlan | undefined,
  place: TypePlace,
  part: TypePart,
): TypeText {
  const { enum: values, anyOf, oneOf, allOf } = schema;
  const inner = { ...part, depth: part.depth + 1 };
  if (schema.const !== undefined) return { text: jsonLiteral(schema.const) };
  if (values !== undefined)
    return Array.isArray(values) ? union(values.map((one) => ({ text: jsonLiteral(one) }))) : UNKNOWN;
  const branches = anyOf ?? oneOf;
  if (branches !== undefined) {
    if (!Array.isArray(branches)) return UNKNOWN;
    const whole = plan?.kind === 'union' ? plan : written;
    return union(branches.map((one, n) => print(one, branchPlan(whole, n, branches), place, inner)));
  }
  if (allOf !== undefined)
    return Array.isArray(allOf) ? intersection(allOf.map((one) => print(one, plan, place, inner))) : UNKNOWN;
  return union(typesOf(schema).map((type) => ofType(type, schema, plan, place, part)));
}

/** Follows a reference of a plan: codegen shares plans of types whose schemas it writes in place. */
function planOf(plan: CodecPlan | undefined, { definitions }: TypePlace): CodecPlan | undefined {
  const seen = new Set<CodecPlan>();
  let found = plan;
  while (found?.kind === 'ref' && 'name' in found && !seen.has(found)) {
    seen.add(found);
    found = definitions?.[found.name];
  }
  return found?.kind === 'ref' ? undefined : found;
}

function nullable({ type }: Schema, printed: string): TypeText {
  const types = Array.isArray(type) && type.includes('null') ? [printed, 'null'] : [printed];
  return union(types.map((text) => ({ text })));
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

function intersection(types: readonly TypeText[]): TypeText {
  const [only] = types;
  if (types.length < 2) return only ?? UNKNOWN;
  return { text: types.map(wrapped).join(' & '), isJoined: true };
}

function typesOf({ type, properties, items, prefixItems }: Schema): readonly unknown[] {
  if (type !== undefined) return Array.isArray(type) ? type : [type];
  if (properties !== undefined) return ['object'];
  return items !== undefined || prefixItems !== undefined ? ['array'] : [];
}

function ofType(
  type: unknown,
  schema: Schema,
  plan: CodecPlan | undefined,
  place: TypePlace,
  part: TypePart,
): TypeText {
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { text: type };
    case 'integer':
      return { text: 'number' };
    case 'array':
      return { text: printArray(schema, plan, place, inside(part), print) };
    case 'object':
      return printMembers(schema, plan, place, part, print);
    default:
      return UNKNOWN;
  }
}
