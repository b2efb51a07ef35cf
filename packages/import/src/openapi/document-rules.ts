import { commentText, KNOWN_FORMATS } from '@toolwright/json-schema';

/** A schema while it is copied. */
export type Written = Record<string, unknown>;

/** Who reads a schema: requests leave out what is only read, answers what is only written, and forms have files. */
export type Use = 'request' | 'form' | 'answer';

type Rule = (written: Written, schema: Written, use: Use) => void;

/** What OpenAPI writes in another way than JSON Schema 2020-12, or what documents usually mean. */
export const DOCUMENT_RULES: readonly Rule[] = [
  (written) => {
    for (const limit of ['minimum', 'maximum']) {
      const exclusive = `exclusive${limit.charAt(0).toUpperCase()}${limit.slice(1)}`;
      if (written[exclusive] === true) written[exclusive] = written[limit];
      else if (written[exclusive] === false) delete written[exclusive];
      else continue;
      if (written[exclusive] !== undefined) delete written[limit];
    }
  },
  (written, { type, $ref, $dynamicRef }) => {
    const types = [type ?? []].flat().filter((one) => TYPES.includes(one));
    const isSaid = ['allOf', 'anyOf', 'oneOf', 'enum', 'const', 'not'].some((name) => name in written);
    const implied = Object.keys(IMPLIED).find((one) =>
      IMPLIED[one]?.some((name) => written[name] !== undefined),
    );
    delete written.type;
    if (types.length > 0) written.type = types.length === 1 ? types[0] : types;
    else if (!isSaid && ($ref ?? $dynamicRef) === undefined && implied !== undefined) written.type = implied;
  },
  (written, { format, contentMediaType: media, contentEncoding }, use) => {
    const isFile =
      typeof media === 'string' && contentEncoding === undefined && !/^text\/|[/+](?:json|xml)$/i.test(media);
    if (use === 'form' && (isFile || format === 'binary')) {
      written.contentEncoding = 'base64';
      delete written.format;
      delete written.contentMediaType;
    }
    if (use === 'answer' && contentEncoding === 'base64') {
      delete written.contentEncoding;
      written.format ??= 'byte';
    }
    const types = [written.type ?? 'string'].flat();
    const isOfNumbers = /^u?int\d+$|float|double|decimal/.test(String(format)) && written.type !== undefined;
    if (!types.includes('string') || isOfNumbers) delete written.format;
    const isAlone = Object.keys(written).every((name) => name === 'format' || name === 'description');
    if (isAlone && KNOWN_FORMATS.has(String(written.format))) written.type = 'string';
  },
  (written, { description, example, examples }) => {
    const text = typeof description === 'string' ? commentText(description) : '';
    delete written.description;
    if (text !== '') written.description = text;
    delete written.examples;
    if (Array.isArray(examples)) written.examples = examples;
    else if (example !== undefined && examples === undefined) written.examples = [example];
  },
  (written, { nullable }) => {
    if (nullable !== true) return;
    const { type, enum: values, anyOf, oneOf, allOf, $ref, ...rest } = written;
    if (Array.isArray(values) && !values.includes(null)) written.enum = [...values, null];
    if (type !== undefined) written.type = [...new Set([type, 'null'].flat())];
    if (type !== undefined || Array.isArray(values)) return;
    const choice = Object.entries({ anyOf, oneOf, allOf, $ref }).filter(([, part]) => part !== undefined);
    if (choice.length === 0) return;
    for (const name of Object.keys(written)) if (!(name in rest)) delete written[name];
    written.anyOf = [Object.fromEntries(choice), { type: 'null' }];
  },
];

const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
/** The types that keywords speak of, the likeliest first. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'additionalProperties', 'required', 'minProperties', 'maxProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['pattern', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};
