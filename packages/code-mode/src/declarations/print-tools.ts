import { isRecord, type ToolCodecs, type ToolSpec } from '@toolwright/contract';
import { memberName, printObject, printType, withDescription } from '@toolwright/json-schema';
import { realValues } from '../program/real-values.js';
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

/**
 * Prints the declarations of tools, and of the types that they reach, each once. Whatever a schema holds, they are valid TypeScript. The layout
 * is the one that takes the fewest tokens while it is still read as usual.
 */
export function printTools(tools: readonly DeclaredTool[]): Declarations {
  const types = new DeclaredTypes();
  const members = tools.map((tool) => printTool(tool, types));
  const named = [...types.texts, TOOL].map((text) => `${text}\n`).join('');
  return { text: `${named}declare const tools: {\n${members.join('')}}\n` };
}

/** Named, because `Promise<unknown>` for each tool takes many tokens. */
const TOOL = 'type Tool<Args, Result = unknown> = (args: Args) => Promise<Result>';

function printTool({ spec, codecs }: DeclaredTool, types: DeclaredTypes): string {
  const { name, description, output } = spec;
  // A source may pass on what a server sends.
  const about: unknown = description;
  const real = realValues(codecs?.result, codecs);
  const result =
    output === undefined
      ? 'unknown'
      : printType(output, real?.plan, types.placeOf(output, real?.definitions));
  const args = printArguments(spec, codecs, types);
  const parts = result === 'unknown' ? args : `${args}, ${result}`;
  return `${withDescription(`${memberName(name)}:Tool<${parts}>`, typeof about === 'string' ? about : '')}\n`;
}

/** Prints what a tool takes. An argument that may be `void` can be left out. */
function printArguments(
  { parameters }: ToolSpec,
  codecs: ToolCodecs | undefined,
  types: DeclaredTypes,
): string {
  const given: unknown = parameters;
  const { properties, required, additionalProperties } = isRecord(given) ? given : {};
  const isOptional = !Array.isArray(required) || required.length === 0;
  const isEmpty = isRecord(properties) ? Object.keys(properties).length === 0 : properties === undefined;
  if (isEmpty && isOptional && additionalProperties === false) return 'void | Record<string, never>';
  const real = realValues(codecs?.parameters, codecs);
  const args = printObject(given, real?.plan, types.placeOf(given, real?.definitions), '');
  return isOptional ? `void | ${args}` : args;
}
