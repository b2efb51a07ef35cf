import { type CodecPlan, isRecord } from '@toolwright/contract';
import { withComment } from './comments.js';
import { describeMember } from './describe-member.js';
import { memberName } from './names.js';
import { inside, type PrintPart, type TypePart, type TypePlace, type TypeText, union } from './type-place.js';

type Schema = Readonly<Record<string, unknown>>;

/** Prints the type of an object. Line breaks separate the members: no type continues on the line of the next member. */
export function printMembers(
  schema: Schema,
  plan: CodecPlan | undefined,
  place: TypePlace,
  part: TypePart,
  print: PrintPart,
): TypeText {
  const members = membersOf(schema);
  const plans = plan?.kind === 'object' && 'properties' in plan ? plan.properties : undefined;
  const inner = inside(part, ' ');
  const lines = members.map(({ name, isRequired, member }) => {
    const memberPlan = plans !== undefined && Object.hasOwn(plans, name) ? plans[name] : undefined;
    const { text } = print(member, memberPlan, place, inner);
    const line = `${memberName(name)}${isRequired ? '' : '?'}:${text}`;
    return `${inner.margin}${withComment(line, describeMember(member, memberPlan))}\n`;
  });
  const others = otherSchemas(schema, lines.length === 0);
  if (lines.length === 0) return { text: others.length === 0 ? EMPTY : record(others, place, inner, print) };
  if (others.length > 0) lines.push(`${inner.margin}[key: string]:unknown\n`);
  return { text: `{\n${lines.join('')}${part.margin}}` };
}

const EMPTY = 'Record<string, never>';

interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly member: unknown;
}

/** Returns the members of an object, also those that are only required. */
function membersOf({ properties, required }: Schema): readonly Member[] {
  const names = new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []);
  const given = isRecord(properties) ? properties : {};
  const more = [...names].filter((name) => !Object.hasOwn(given, name));
  return [
    ...Object.entries(given).map(([name, member]) => ({ name, isRequired: names.has(name), member })),
    ...more.map((name) => ({ name, isRequired: true, member: true })),
  ];
}

/** Returns the schemas of members that have no names. */
function otherSchemas(
  { properties, additionalProperties, patternProperties }: Schema,
  isEmpty: boolean,
): readonly unknown[] {
  const isUnread = properties !== undefined && !isRecord(properties);
  if (additionalProperties === true || isUnread || (additionalProperties === undefined && isEmpty))
    return [true];
  const patterns = isRecord(patternProperties) ? Object.values(patternProperties) : [];
  return isRecord(additionalProperties) ? [additionalProperties, ...patterns] : patterns;
}

function record(schemas: readonly unknown[], place: TypePlace, part: TypePart, print: PrintPart): string {
  let isNamed = false;
  const watched: TypePlace = {
    ...place,
    nameOf: (definition, isDirect) => {
      isNamed = true;
      return place.nameOf(definition, isDirect);
    },
  };
  const { text } = union(schemas.map((one) => print(one, undefined, watched, part)));
  // A type can refer to itself in an index signature, but not in `Record`.
  return isNamed ? `{ [key: string]: ${text} }` : `Record<string, ${text}>`;
}
