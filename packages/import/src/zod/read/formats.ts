import { typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { PATTERNS } from './format-patterns.js';
import type { ReadContext, ZodCall, ZodSchema } from './zod-schema.js';

/**
 * What Zod's formats are in JSON Schema. The registry accepts what Zod accepts, and other forms of such values: `urn:uuid:` before a UUID,
 * or a space instead of the `T` of a date-time.
 */
const FORMATS: Readonly<Record<string, string>> = {
  ...{ email: 'email', url: 'uri', uuid: 'uuid', ipv4: 'ipv4', ipv6: 'ipv6', date: 'date' },
  datetime: 'date-time',
};

/** The names of the methods that are formats. */
export const FORMAT_METHODS = [...Object.keys(FORMATS), 'time', 'duration'];

/** Adds a format to the schema of a string. What JSON Schema cannot say of it stays in Zod. */
export function formatOf(
  name: string,
  given: ZodSchema,
  { args, node, version, context }: ZodCall,
): ZodSchema {
  const options = args.flatMap((one) => optionsOf(one, context));
  const isOther = name === 'duration' && version === 'v3';
  if (options.some((option) => !TEXTS.has(option) && option !== 'offset'))
    context.keep(node, 'only Zod knows the options of this format');
  else if (name === 'datetime' && !options.includes('offset'))
    context.keep(node, 'only Zod refuses times with an offset');
  else if (isOther) context.keep(node, 'only Zod knows these durations');
  if (isOther || options.some((option) => WIDER.has(option))) return given;
  const { schema } = given;
  if (schema.format !== undefined) {
    context.keep(node, 'a string has one format');
    return given;
  }
  if (name !== 'time' && name !== 'duration')
    return { ...given, schema: { ...schema, format: FORMATS[name] ?? name } };
  if (schema.pattern === undefined) return { ...given, schema: { ...schema, pattern: PATTERNS[name] } };
  context.keep(node, 'a string has one pattern');
  return given;
}

/** Whether the options of a rule are only messages. */
export function isOnlyText(options: readonly ts.Expression[], context: ReadContext): boolean {
  return options.flatMap((one) => optionsOf(one, context)).every((option) => TEXTS.has(option));
}

/** Returns the names of options. An unknown name is empty; a text is a message. */
function optionsOf(node: ts.Expression, { compiler: { checker } }: ReadContext): readonly string[] {
  if (typescript.isObjectLiteralExpression(node))
    return node.properties.map(({ name }) => name?.getText() ?? '');
  return checker.getTypeAtLocation(node).flags & typescript.TypeFlags.StringLike ? [] : [''];
}

/** Options by which Zod accepts more than the format, or which are made at run time. */
const WIDER: ReadonlySet<string> = new Set(['local', 'pattern', '']);

/** Options of a rule that do not change which values are valid. */
const TEXTS: ReadonlySet<string> = new Set([
  ...['message', 'error', 'description', 'invalid_type_error', 'required_error'],
]);
