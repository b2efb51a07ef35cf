import type { JsonSchema } from '@toolwright/contract';
import { docComment, isIdentifier, quote, type SourcePrinter } from '@toolwright/json-schema';
import { upperFirst } from './names.js';
import type { PlannedArgument, PlannedInput } from './plan-input.js';
import type { ReadOperation } from './read-operations.js';

/** A method of a client, printed. */
export interface PrintedMethod {
  readonly text: string;
  /** The declaration of the errors that the operation documents; may be empty. */
  readonly errors: string;
}

/** Whether an argument is sent in a form that is not the usual one. */
export function usesStyled({ arguments: all }: PlannedInput): boolean {
  return all.some(({ in: where, form }) => where !== 'body' && form !== undefined);
}

/** Whether the body is left out if none of its members is given. */
export function usesUnlessEmpty({ body }: PlannedInput): boolean {
  return body !== undefined && body.member === undefined && body.isOptional;
}

/** Prints an operation as a method that is a tool. @param name the name of the method */
export function printMethod(
  operation: ReadOperation,
  name: string,
  input: PlannedInput,
  printer: SourcePrinter,
): PrintedMethod {
  const type = upperFirst(name);
  const { place } = operation;
  const parameters = printParameter(input, type, place, printer);
  const result = printResult(operation, type, printer);
  const errors = printErrors(operation, type, printer);
  const tags = errors === undefined ? [] : [`@throws {${errors.name}}`];
  const comment = docComment({ text: descriptionOf(operation), tags }, '  ');
  const request = printRequest(operation, input);
  const call = `this.#api.request(${quote(operation.method)}, ${quote(operation.path)}, ${request})`;
  return {
    text: `${comment}  @tool(${printOptions(operation)})\n  ${name}(${parameters}context?: ToolContext): Promise<${result}> {\n    return ${call};\n  }\n`,
    errors: errors?.text ?? '',
  };
}

function printParameter(
  { schema }: PlannedInput,
  type: string,
  place: string,
  printer: SourcePrinter,
): string {
  if (Object.keys(schema.properties ?? {}).length === 0) return '';
  const name = printer.declare(schema, { path: place, name: `${type}Input`, margin: '' });
  return (schema.required ?? []).length === 0 ? `input: ${name} = {}, ` : `input: ${name}, `;
}

/** Returns what a model reads of an operation. */
export function descriptionOf({ summary, description, place }: ReadOperation): string {
  const texts = [...new Set([summary, description])].filter((text) => text !== '');
  return texts.length === 0 ? place : texts.join('\n\n');
}

/** Says what the method of HTTP promises. */
function printOptions({ method, isDeprecated }: ReadOperation): string {
  const hint = HINTS[method] === undefined ? '' : `${HINTS[method]}, `;
  return `{ ${hint}openWorld: true${isDeprecated ? ', deprecated: true' : ''} }`;
}

const HINTS: Readonly<Record<string, string>> = {
  GET: 'readOnly: true',
  HEAD: 'readOnly: true',
  OPTIONS: 'readOnly: true',
  TRACE: 'readOnly: true',
  PUT: 'idempotent: true',
  DELETE: 'destructive: true, idempotent: true',
};

function printResult(
  { place, method, responses }: ReadOperation,
  type: string,
  printer: SourcePrinter,
): string {
  if (responses.kind === 'none' || method === 'HEAD') return 'void';
  if (responses.kind === 'text') return 'string';
  if (responses.kind === 'bytes') return 'Uint8Array';
  const schema = resultSchema(responses.results);
  return printInline(schema, `${place} result`, `${type}Result`, printer);
}

/** Returns the schema of all successful answers. */
export function resultSchema(results: readonly (JsonSchema | undefined)[]): JsonSchema {
  const schemas = results.map((result): JsonSchema => result ?? { type: 'null' });
  const different = schemas.filter(
    (schema, index) => schemas.findIndex((each) => JSON.stringify(each) === JSON.stringify(schema)) === index,
  );
  const [only = {}] = different;
  return different.length > 1 ? { anyOf: different } : only;
}

/** Prints a type in place if it is short and needs no comment, otherwise as a declaration. */
function printInline(schema: JsonSchema, path: string, name: string, printer: SourcePrinter): string {
  const { $ref, type, items, ...more } = schema;
  const isShort =
    $ref !== undefined
      ? type === undefined && items === undefined
      : typeof type === 'string' &&
        type !== 'object' &&
        type !== 'integer' &&
        JSON.stringify(schema).length < 200 &&
        Object.keys(Object(items)).every((keyword) => keyword === '$ref' || keyword === 'type');
  const place = { path, name, margin: '' };
  return isShort && Object.keys(more).length === 0
    ? printer.print(schema, place).type
    : printer.declare(schema, place);
}

function printErrors(
  { place, responses }: ReadOperation,
  type: string,
  printer: SourcePrinter,
): { readonly name: string; readonly text: string } | undefined {
  const { errors } = responses;
  if (errors.every(({ schema }) => schema === undefined)) return undefined;
  const name = printer.reserve(`${type}Error`);
  const members = errors.map(({ status, schema, description }) => {
    const body =
      schema === undefined
        ? 'unknown'
        : printInline(schema, `${place} error`, `${type}Error${status ?? ''}Body`, printer);
    return `${docComment({ text: description, tags: [] }, '  ')}  | ApiError<${status ?? 'number'}, ${body}>`;
  });
  return {
    name,
    text: `${docComment({ text: `How \`${place.replace(/[`\s]+/g, ' ')}\` fails.`, tags: [] }, '')}export type ${name} =\n${members.join('\n')};\n`,
  };
}

const MARGIN = '      ';
/** The members of a request, by the places of arguments. */
const GROUPS = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' };

function printRequest({ method, responses, security, baseUrl }: ReadOperation, input: PlannedInput): string {
  const groups = Object.entries(GROUPS).flatMap(([where, name]) => {
    const own = input.arguments.filter((argument) => argument.in === where);
    return own.length === 0 ? [] : [`${name}: ${printMembers(own, MARGIN)}`];
  });
  const ways = security.map((names) => `[${names.map(quote).join(', ')}]`);
  const result = method === 'HEAD' ? 'none' : responses.kind;
  const members = [
    ...groups,
    ...printBody(input),
    ...(ways.length > 0 ? [`security: [${ways.join(', ')}]`] : []),
    ...(result === 'json' ? [] : [`result: '${result}'`]),
    ...(result === 'json' && responses.results.some(allowsNull) ? ['mayBeEmpty: true'] : []),
    ...(responses.accept === undefined ? [] : [`accept: ${quote(responses.accept)}`]),
    ...(baseUrl === undefined ? [] : [`baseUrl: ${quote(baseUrl)}`]),
    'signal: context?.signal',
  ];
  return `{\n${members.map((member) => `${MARGIN}${member},\n`).join('')}    }`;
}

/** Whether an answer without content has a value that the type of the result has. */
function allowsNull(schema: JsonSchema | undefined): boolean {
  const types = [schema?.type ?? []].flat();
  return schema === undefined || Object.keys(schema).length === 0 || types.includes('null');
}

function printMembers(own: readonly PlannedArgument[], margin: string): string {
  const members = own.map(({ name, wire, form, in: where }) => {
    const value =
      form === undefined || where === 'body' ? `input.${name}` : `styled(input.${name}, ${printForm(form)})`;
    return `${printKey(wire)}: ${value}`;
  });
  const line = `{ ${members.join(', ')} }`;
  if (line.length < 80) return line;
  return `{\n${members.map((member) => `${margin}  ${member},\n`).join('')}${margin}}`;
}

function printForm(form: object): string {
  const parts = Object.entries(form).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? quote(value) : value}`,
  );
  return `{ ${parts.join(', ')} }`;
}

/** Writes the name of a member. `__proto__: x` would set the prototype of an object literal, in quotes or not. */
export function printKey(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return isIdentifier(name) ? name : quote(name);
}

function printBody(input: PlannedInput): readonly string[] {
  const { body, arguments: all } = input;
  if (body === undefined) return [];
  const margin = `${MARGIN}  `;
  const own = all.filter((argument) => argument.in === 'body');
  const value = body.member === undefined ? printMembers(own, margin) : `input.${body.member}`;
  const written = usesUnlessEmpty(input) ? `unlessEmpty(${value})` : value;
  const forms = Object.entries(body.forms).map(([wire, form]) => `${printKey(wire)}: ${printForm(form)}`);
  const type = quote(body.mediaType);
  if (!written.includes('\n') && written.length < 60 && forms.length === 0)
    return [`body: { type: ${type}, value: ${written} }`];
  const last = forms.length === 0 ? '' : `${margin}forms: { ${forms.join(', ')} },\n`;
  return [`body: {\n${margin}type: ${type},\n${margin}value: ${written},\n${last}${MARGIN}}`];
}
