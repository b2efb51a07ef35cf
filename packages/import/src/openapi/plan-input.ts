import { isRecord, type JsonSchema } from '@toolwright/contract';
import { setMember } from '@toolwright/json';
import type { SourcePrinter } from '@toolwright/json-schema';
import { memberName, Names, upperFirst } from './names.js';
import type { ReadBody } from './read-content.js';
import type { ReadOperation } from './read-operations.js';
import type { WrittenForm } from './read-parameters.js';

/** One argument of a tool. */
export interface PlannedArgument {
  readonly name: string;
  readonly wire: string;
  /** `path`, `query`, `header`, `cookie` or `body`. */
  readonly in: string;
  readonly form: WrittenForm | undefined;
}

/** The arguments of a tool: parameters and the members of the body, side by side. */
export interface PlannedInput {
  readonly schema: JsonSchema;
  readonly arguments: readonly PlannedArgument[];
  /** How the body is made: of arguments, or as one argument. */
  readonly body:
    | {
        readonly mediaType: string;
        readonly member: string | undefined;
        readonly isOptional: boolean;
        readonly forms: ReadBody['forms'];
      }
    | undefined;
}

/** Plans the arguments of an operation. @param note receives names that had to change */
export function planInput(
  { place, parameters, body }: ReadOperation,
  printer: SourcePrinter,
  note: (message: string) => void,
): PlannedInput {
  const names = new Names();
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const planned: PlannedArgument[] = [];
  const add: Add = (wire, where, schema, isRequired, form) => {
    const wanted = memberName(wire);
    const name = names.take(wanted, where + upperFirst(wanted));
    if (name !== wanted)
      note(
        `the ${where} parameter ${JSON.stringify(wire)} is the argument \`${name}\`, because \`${wanted}\` is taken`,
      );
    setMember(properties, name, schema);
    if (isRequired) required.push(name);
    planned.push({ name, wire, in: where, form });
    return name;
  };
  for (const { wire, in: where, isRequired, schema, docs, form } of parameters)
    add(wire, where, { ...schema, ...docs }, isRequired, form);
  const made = body && addBody(body, place, printer, add);
  return {
    schema: {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    arguments: planned,
    body: made,
  };
}

type Add = (
  wire: string,
  where: string,
  schema: JsonSchema,
  isRequired: boolean,
  form?: WrittenForm,
) => string;

function addBody(body: ReadBody, place: string, printer: SourcePrinter, add: Add): PlannedInput['body'] {
  const { mediaType, isRequired, schema, description, forms } = body;
  const flat = flatMembers(body, place, printer);
  if (flat === undefined) {
    const documented = description === '' ? schema : { ...schema, description };
    return { mediaType, member: add('body', 'body', documented, isRequired), isOptional: !isRequired, forms };
  }
  for (const [name, member] of Object.entries(flat.properties ?? {}))
    add(name, 'body', member, flat.required?.includes(name) === true);
  return { mediaType, member: undefined, isOptional: !isRequired, forms };
}

/** Returns the body as an object with declared members only, whose members become arguments; undefined for other bodies. */
function flatMembers(
  { kind, schema, isRequired }: ReadBody,
  place: string,
  printer: SourcePrinter,
): JsonSchema | undefined {
  if (kind === 'text' || kind === 'bytes') return undefined;
  const lossesBefore = printer.losses.length;
  const joined = printer.joined(schema, { path: place, name: '', margin: '' });
  const { type, properties = {}, required = [], additionalProperties } = joined;
  const isFlat =
    type === 'object' &&
    Object.keys(properties).length > 0 &&
    additionalProperties !== true &&
    !isRecord(additionalProperties) &&
    required.every((name) => Object.hasOwn(properties, name)) &&
    // Without the body, none of its members is needed.
    (isRequired || required.length === 0) &&
    Object.keys(joined).every((keyword) => FLAT.has(keyword));
  if (!isFlat) printer.losses.length = lossesBefore;
  return isFlat ? joined : undefined;
}

/** Keywords of an object that say nothing but which members it has. */
const FLAT: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'additionalProperties'],
  ...['title', 'description', 'examples', 'default', 'deprecated'],
]);
