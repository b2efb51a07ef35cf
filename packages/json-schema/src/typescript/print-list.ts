import { type CodecPlan, isRecord } from '@toolwright/contract';
import { inside, type PrintPart, type TypePart, type TypePlace, wrapped } from './type-place.js';

type Schema = Readonly<Record<string, unknown>>;

/** Prints the type of an array or a tuple. @param part the position of the items */
export function printArray(
  { prefixItems, items, minItems }: Schema,
  plan: CodecPlan | undefined,
  place: TypePlace,
  part: TypePart,
  print: PrintPart,
): string {
  const itemPlan = plan?.kind === 'array' && 'items' in plan ? plan.items : undefined;
  if (!Array.isArray(prefixItems)) return `${wrapped(print(items, itemPlan, place, part))}[]`;
  const tuple = plan?.kind === 'tuple' && 'prefix' in plan ? plan : undefined;
  const required = typeof minItems === 'number' ? minItems : 0;
  const members = prefixItems.map((one, n) => {
    const printed = print(one, tuple?.prefix[n] ?? undefined, place, part);
    return n < required ? printed.text : `${wrapped(printed)}?`;
  });
  const rest =
    items === undefined || items === false ? [] : [`...${wrapped(print(items, tuple?.rest, place, part))}[]`];
  return `[${[...members, ...rest].join(', ')}]`;
}

type CollectionPlan = Extract<CodecPlan, { kind: 'set' } | { kind: 'map' }>;

/** Whether the values of a plan are sets or maps. */
export function isCollection(plan: CodecPlan | undefined): plan is CollectionPlan {
  return plan?.kind === 'set' || plan?.kind === 'map';
}

/** Prints the type of a set or a map. */
export function printCollection(
  schema: Schema,
  plan: CollectionPlan,
  place: TypePlace,
  outer: TypePart,
  print: PrintPart,
): string {
  const part = inside(outer);
  const text = (inner: unknown, innerPlan: CodecPlan | undefined): string =>
    print(inner, innerPlan, place, part).text;
  if (!('form' in plan)) return `Set<${text(schema.items, 'items' in plan ? plan.items : undefined)}>`;
  if (plan.form === 'object') return `Map<string, ${text(schema.additionalProperties, plan.values)}>`;
  const pair = isRecord(schema.items) ? schema.items.prefixItems : undefined;
  const [key, value]: readonly unknown[] = Array.isArray(pair) ? pair : [];
  return `Map<${text(key, plan.keys)}, ${text(value, plan.values)}>`;
}
