import { isRecord, type JsonSchema } from '@toolwright/contract';
import type { PartPlace, ReadContext } from './read-context.js';

/** Where a parameter is sent. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** How a parameter is written, where it is not as usual. */
export interface WrittenForm {
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly contentType?: string;
}

export interface ReadParameter {
  /** The name that the server reads. */
  readonly wire: string;
  readonly in: ParameterPlace;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
  /** Documentation of the parameter, which takes precedence over that of its schema. */
  readonly docs: Pick<JsonSchema, 'description' | 'deprecated' | 'examples'>;
  readonly form: WrittenForm | undefined;
}

const PLACES: ReadonlySet<unknown> = new Set(['path', 'query', 'header', 'cookie']);
/** Headers that have keywords of their own in OpenAPI, which says to ignore such parameters. */
const IGNORED: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** Reads the parameters of a path and of its operation, whose parameters replace those of the path. */
export function readParameters(
  lists: readonly unknown[],
  { base, place, path }: PartPlace,
  context: ReadContext,
): readonly ReadParameter[] {
  const found = new Map<string, ReadParameter>();
  for (const given of lists.flatMap((list) => (Array.isArray(list) ? list : []))) {
    const target = context.documents.resolve({ value: given, base, pointer: '#' });
    if (
      target === undefined ||
      !isRecord(target.value) ||
      !PLACES.has(target.value.in) ||
      typeof target.value.name !== 'string'
    ) {
      context.note(place, 'a parameter has no name or place, or no target, and is left out');
      continue;
    }
    const read = readParameter(target.value, target.base, place, context);
    if (read.in !== 'header' || !IGNORED.has(read.wire.toLowerCase()))
      found.set(`${read.in} ${read.wire}`, read);
  }
  for (const [, name = ''] of path.matchAll(/\{([^{}]*)\}/g)) {
    const key = `path ${name}`;
    if (found.has(key)) continue;
    context.note(
      place,
      `the path parameter ${JSON.stringify(name)} is not declared, and is read as a string`,
    );
    found.set(key, {
      wire: name,
      in: 'path',
      isRequired: true,
      schema: { type: 'string' },
      docs: {},
      form: undefined,
    });
  }
  return [...found.values()];
}

function readParameter(
  parameter: Readonly<Record<string, unknown>>,
  base: string,
  place: string,
  { schemas, note }: ReadContext,
): ReadParameter {
  const {
    name,
    in: where,
    schema,
    content,
    description,
    deprecated,
    example,
    examples,
    style,
    explode,
  } = parameter;
  const wire = String(name);
  const [media] = Object.values(isRecord(content) ? content : {});
  const given = schema ?? (isRecord(media) ? media.schema : undefined);
  if (given === undefined)
    note(place, `the parameter ${JSON.stringify(wire)} has no schema, and is read as a string`);
  const shown = exampleOf(example, examples);
  return {
    wire,
    in: where as ParameterPlace,
    isRequired: parameter.required === true || where === 'path',
    schema:
      given === undefined ? { type: 'string' } : schemas.read({ value: given, base }, 'input'),
    docs: {
      ...(typeof description === 'string' &&
        description.trim() !== '' && { description: description.trim() }),
      ...(deprecated === true && { deprecated }),
      // The printer checks whether it is a value of the schema.
      ...(shown !== undefined && { examples: [shown] as JsonSchema['examples'] & object }),
    },
    form:
      schema === undefined && content !== undefined
        ? { style: 'json' }
        : formOf(where, style, explode, parameter.allowReserved),
  };
}

const USUAL: Readonly<Record<string, string>> = {
  path: 'simple',
  header: 'simple',
  query: 'form',
  cookie: 'form',
};

function formOf(
  where: unknown,
  style: unknown,
  explode: unknown,
  allowReserved: unknown,
): WrittenForm | undefined {
  const usual = USUAL[String(where)];
  const own = typeof style === 'string' && style !== usual ? style : undefined;
  const isUsual = explode === undefined || explode === ((own ?? usual) === 'form' || own === 'deepObject');
  const form = {
    ...(own !== undefined && { style: own }),
    ...(!isUsual && { explode: explode === true }),
    ...(allowReserved === true && { allowReserved }),
  };
  return Object.keys(form).length === 0 ? undefined : form;
}

/** Returns the example, or the first of several named ones. */
function exampleOf(example: unknown, examples: unknown): unknown {
  if (example !== undefined) return example;
  const [first] = Object.values(isRecord(examples) ? examples : {});
  return isRecord(first) ? first.value : undefined;
}
