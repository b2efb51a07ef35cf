import type { JsonSchema } from '@toolwright/contract';
import { isWithin, kindOf } from '../runtime/media-kind.js';
import type { ParameterForm } from '../runtime/parameters.js';
import type { Part } from './documents.js';
import { type ReadContext, textOf } from './read-context.js';

/** How a parameter is written, where it is not as usual. A document may name a style that there is not. */
export type WrittenForm = Omit<ParameterForm, 'style'> & { readonly style?: string };

export interface ReadParameter {
  /** The name that the server reads. */
  readonly wire: string;
  /** `path`, `query`, `header` or `cookie`. */
  readonly in: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
  /** Documentation of the parameter, which takes precedence over that of its schema. */
  readonly docs: Pick<JsonSchema, 'description' | 'deprecated' | 'examples'>;
  readonly form: WrittenForm | undefined;
}

/** The usual styles of the places that parameters have. */
const USUAL = new Map<unknown, string>([
  ['path', 'simple'],
  ['header', 'simple'],
  ['query', 'form'],
  ['cookie', 'form'],
]);
/** Headers that have keywords of their own in OpenAPI, which says to ignore such parameters. */
const IGNORED: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** Reads the parameters of a path and of its operation, whose parameters replace those of the path. */
export function readParameters(
  holders: readonly Part[],
  { place, path }: { readonly place: string; readonly path: string },
  context: ReadContext,
): readonly ReadParameter[] {
  const found = new Map<string, ReadParameter>();
  for (const { value, base } of holders) {
    for (const given of Array.isArray(value.parameters) ? value.parameters : []) {
      const parameter = context.documents.part(given, base);
      if (
        parameter === undefined ||
        !USUAL.has(parameter.value.in) ||
        typeof parameter.value.name !== 'string'
      ) {
        context.note(place, 'a parameter has no name or place, or no target, and is left out');
        continue;
      }
      const read = readParameter(parameter, place, context);
      if (read.in !== 'header' || !IGNORED.has(read.wire.toLowerCase()))
        found.set(`${read.in} ${read.wire}`, read);
    }
  }
  for (const [, wire = ''] of path.matchAll(/\{([^{}]*)\}/g)) {
    if (found.has(`path ${wire}`)) continue;
    const name = JSON.stringify(wire);
    context.note(place, `the path parameter ${name} is not declared, and is read as a string`);
    const schema: JsonSchema = { type: 'string' };
    found.set(`path ${wire}`, { wire, in: 'path', isRequired: true, schema, docs: {}, form: undefined });
  }
  return [...found.values()];
}

function readParameter(
  parameter: Part,
  place: string,
  { documents, schemas, note }: ReadContext,
): ReadParameter {
  const { name, in: where, schema, description, deprecated, example, required } = parameter.value;
  const contents = documents.at(parameter, 'content');
  const [media = ''] = Object.keys(contents.value);
  const holder = schema === undefined ? documents.at(contents, media) : parameter;
  const { schema: value } = holder.value;
  if (value === undefined)
    note(place, `the parameter ${JSON.stringify(name)} has no schema, and is read as a string`);
  if (schema === undefined && media !== '' && kindOf(media) !== 'json' && !isWithin(media, 'text/plain'))
    note(place, `the parameter ${JSON.stringify(name)} is sent in the usual style, not as ${media}`);
  const examples = documents.at(parameter, 'examples');
  const [first = ''] = Object.keys(examples.value);
  const shown = example ?? documents.at(examples, first).value.value;
  const text = textOf(description);
  return {
    wire: String(name),
    in: String(where),
    isRequired: required === true || where === 'path',
    schema: value === undefined ? { type: 'string' } : schemas.read({ value, base: holder.base }, 'input'),
    docs: {
      ...(text !== '' && { description: text }),
      ...(deprecated === true && { deprecated }),
      // The printer checks whether it is a value of the schema.
      ...(shown !== undefined && { examples: [shown] as JsonSchema['examples'] & object }),
    },
    form: schema === undefined && kindOf(media) === 'json' ? { style: 'json' } : formOf(parameter.value),
  };
}

function formOf({ in: where, style, explode, allowReserved }: Part['value']): WrittenForm | undefined {
  const usual = USUAL.get(where);
  const own = typeof style === 'string' && style !== usual ? style : undefined;
  const isUsual = explode === undefined || explode === ((own ?? usual) === 'form' || own === 'deepObject');
  const form = {
    ...(own !== undefined && { style: own }),
    ...(!isUsual && { explode: explode === true }),
    ...(allowReserved === true && { allowReserved }),
  };
  return Object.keys(form).length === 0 ? undefined : form;
}
