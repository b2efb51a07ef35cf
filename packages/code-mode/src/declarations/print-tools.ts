import { isRecord, type ToolCodecs, type ToolSpec } from '@toolwright/contract';
import { lineComment, methodName, printObject, printType } from '@toolwright/json-schema';
import { DeclaredTypes } from './declared-types.js';

/** What codegen or a server says of one tool. */
export interface DeclaredTool {
  readonly spec: ToolSpec;
  readonly codecs: ToolCodecs | undefined;
}

/** Declarations of tools in TypeScript: what a model reads, and what its programs are checked against. */
export interface Declarations {
  readonly text: string;
}

/** Prints the declarations of tools, and of the types that they reach, each once. Whatever a schema holds, they are valid TypeScript. */
export function printTools(tools: readonly DeclaredTool[]): Declarations {
  const types = new DeclaredTypes();
  const members = tools.map((tool) => printTool(tool, types));
  const named = types.texts.map((text) => `${text}\n`).join('');
  return { text: `${named}declare const tools: {\n${members.join('')}}\n` };
}

function printTool({ spec, codecs }: DeclaredTool, types: DeclaredTypes): string {
  const { name, description, output } = spec;
  // A source may pass on what a server sends.
  const about: unknown = description;
  const text = typeof about === 'string' ? about : '';
  const result =
    output === undefined ? 'unknown' : printType(output, codecs?.result, types.placeOf(output, codecs), ' ');
  return `${lineComment(text, ' ')} ${methodName(name)}(${printArguments(spec, codecs, types)}): Promise<${result}>\n`;
}

function printArguments(
  { parameters }: ToolSpec,
  codecs: ToolCodecs | undefined,
  types: DeclaredTypes,
): string {
  const given: unknown = parameters;
  const { properties, required, additionalProperties } = isRecord(given) ? given : {};
  const isOptional = !Array.isArray(required) || required.length === 0;
  const isEmpty = isRecord(properties) ? Object.keys(properties).length === 0 : properties === undefined;
  if (isEmpty && isOptional && additionalProperties === false) return '';
  const args = printObject(given, codecs?.parameters, types.placeOf(given, codecs), ' ');
  return `args${isOptional ? '?' : ''}: ${args}`;
}
