import {
  docComment,
  isIdentifier,
  jsonTagText,
  quote,
  type SourcePrinter,
  typeName,
} from '@toolwright/json-schema';
import type { SecurityScheme } from '../runtime/credentials.js';
import { memberName, Names } from './names.js';
import { type PlannedInput, planInput } from './plan-input.js';
import { printKey, printMethod, usesStyled, usesUnlessEmpty } from './print-method.js';
import type { ReadOperation } from './read-operations.js';

/** What is printed. */
export interface Client {
  readonly title: string;
  readonly baseUrl: string | undefined;
  readonly schemes: ReadonlyMap<string, SecurityScheme>;
  readonly operations: readonly ReadOperation[];
  readonly names: 'operationId' | 'path';
}

/** A printed operation, with the name of its tool. */
export interface PrintedOperation {
  readonly operation: ReadOperation;
  readonly name: string;
  readonly input: PlannedInput;
}

/** A printed client. */
export interface PrintedClient {
  readonly text: string;
  readonly operations: readonly PrintedOperation[];
}

/** Names that the file has already. */
export const FILE_NAMES =
  `Api ApiDescription ApiError ApiOptions BasicCredential Credential ToolContext API tool styled
unlessEmpty Error String Number Symbol JSON Readonly Partial Pick Omit Blob File Request Response Headers Event Buffer
BigInt Boolean AbortSignal WeakMap WeakSet Intl Math Proxy Reflect Iterator`.split(/\s+/);

/** Prints the operations as classes, one for each tag. @param note receives what had to change */
export function printClient(
  client: Client,
  printer: SourcePrinter,
  note: (place: string, message: string) => void,
): PrintedClient {
  const base = printer.reserve(`${typeName(client.title) || 'Api'}`.slice(0, 60));
  const authName = printer.reserve(`${base}Auth`);
  const optionsName = printer.reserve(`${base}Options`);
  const tags = [...new Set(client.operations.map(({ tag = '' }) => tag))];
  const classNames = tags.map((tag) => printer.reserve(`${typeName(tag) || base}Api`));
  const tools = new Names();
  const operations: PrintedOperation[] = [];
  const errors: string[] = [];
  const groups = new Map(tags.map((tag): [string, string[]] => [tag, []]));
  for (const operation of inOrder(client.operations, tags)) {
    const name = nameOf(operation, client.names, tools, note);
    const input = planInput(operation, printer, (message) => note(operation.place, message));
    const method = printMethod(operation, name, input, printer);
    operations.push({ operation, name, input });
    groups.get(operation.tag ?? '')?.push(method.text);
    if (method.errors !== '') errors.push(method.errors);
  }
  const classes = [...groups].map(([tag, methods], index) => {
    const about = tag === '' ? client.title : `${client.title}: ${tag}`;
    return printClass(classNames[index] ?? base, about, optionsName, methods);
  });
  const auth = printAuth(client, authName, optionsName);
  const parts = [auth, ...classes, printer.declarations, ...errors];
  const imports = printImports(client, printer, operations, errors.length > 0);
  return { text: `${imports}\n${parts.join('\n')}`, operations };
}

/** Lists operations class by class. */
function inOrder(operations: readonly ReadOperation[], tags: readonly string[]): readonly ReadOperation[] {
  const places = new Map(tags.map((tag, index) => [tag, index]));
  const placeOf = ({ tag = '' }: ReadOperation): number => places.get(tag) ?? 0;
  return [...operations].sort((one, other) => placeOf(one) - placeOf(other));
}

function printImports(
  { schemes }: Client,
  printer: SourcePrinter,
  operations: readonly PrintedOperation[],
  hasErrors: boolean,
): string {
  const kinds = [...schemes.values()].map(({ type }) => type);
  const names = [
    'Api',
    'type ApiDescription',
    ...(hasErrors ? ['type ApiError'] : []),
    'type ApiOptions',
    ...(kinds.includes('basic') ? ['type BasicCredential'] : []),
    ...(kinds.some((kind) => kind !== 'basic') ? ['type Credential'] : []),
    ...(operations.some(({ input }) => usesStyled(input)) ? ['styled'] : []),
    ...(operations.some(({ input }) => usesUnlessEmpty(input)) ? ['unlessEmpty'] : []),
  ];
  const tags = [...printer.typeTags, 'ToolContext'].sort().map((tag) => `type ${tag}`);
  return `// Written by \`toolwright import openapi\`. Put your changes into a subclass.\nimport { ${names.join(', ')} } from '@toolwright/import/runtime';\nimport { ${[...tags, 'tool'].join(', ')} } from 'toolwright';\n`;
}

function printAuth({ title, baseUrl, schemes }: Client, authName: string, optionsName: string): string {
  const members = [...schemes].map(([name, scheme]) => {
    const type = scheme.type === 'basic' ? 'BasicCredential' : 'Credential';
    return `  ${docComment({ text: WAYS[scheme.type], tags: [] }, '').trim()}\n  ${isIdentifier(name) ? name : quote(name)}?: ${type} | undefined;\n`;
  });
  const described = [
    ...(baseUrl === undefined ? [] : [`  baseUrl: ${quote(baseUrl)},\n`]),
    ...(schemes.size === 0 ? [] : [`  schemes: {\n${[...schemes].map(printScheme).join('')}  },\n`]),
  ];
  const api = described.length === 0 ? '{}' : `{\n${described.join('')}}`;
  const about = docComment({ text: `What the classes of ${title} take.`, tags: [] }, '');
  return [
    `const API: ApiDescription = ${api};\n`,
    `/** The credentials, each with the name of the document. */\nexport type ${authName} = ${members.length === 0 ? 'Record<string, never>' : `{\n${members.join('')}}`};\n`,
    `${about}export type ${optionsName} = ApiOptions<${authName}>;\n`,
  ].join('\n');
}

const WAYS: Readonly<Record<SecurityScheme['type'], string>> = {
  apiKey: 'An API key.',
  basic: 'A name and a password.',
  bearer: 'A token, or a function that returns the current one.',
};

function printScheme([name, scheme]: readonly [string, SecurityScheme]): string {
  const parts = Object.entries(scheme).map(([keyword, value]) => `${keyword}: ${quote(value)}`);
  // For a name that every object has, the compiler does not see which type is meant.
  const form = name in Object.prototype ? ' as const' : '';
  return `    ${printKey(name)}: { ${parts.join(', ')} }${form},\n`;
}

function printClass(name: string, about: string, options: string, methods: readonly string[]): string {
  const head = `export class ${name} {\n  readonly #api: Api;\n\n  constructor(options: ${options} = {}) {\n    this.#api = new Api(options, API);\n  }\n\n`;
  return `${docComment({ text: about, tags: [] }, '')}${head}${methods.join('\n')}}\n`;
}

function nameOf(
  operation: ReadOperation,
  names: Client['names'],
  taken: Names,
  note: (place: string, message: string) => void,
): string {
  const { place, method, path, operationId } = operation;
  const byPath = memberName(`${method.toLowerCase()} ${path.replaceAll(/[{}]/g, ' ')}`);
  const wanted = names === 'path' || operationId === undefined ? byPath : memberName(operationId);
  const safe = RESERVED.has(wanted) ? `${wanted}Operation` : wanted;
  const name = taken.take(safe, byPath);
  // What differs only in signs between words is no news.
  if (names !== 'path' && (name !== wanted || operationId === undefined)) {
    const why =
      operationId === undefined ? 'it has no operationId' : `its operationId is ${jsonTagText(operationId)}`;
    note(place, `the tool is \`${name}\`: ${why}`);
  }
  return name;
}

/** Names that a method must not have, and words that some readers of names refuse. */
const RESERVED: ReadonlySet<string> = new Set(
  'constructor delete new function class default import export in await void'.split(' '),
);
