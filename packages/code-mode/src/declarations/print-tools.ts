import type { JsonSchema, ToolCodecs, ToolSpec } from '@toolwright/contract';
import {
  lineComment,
  memberName,
  printObject,
  printType,
  TypeNames,
  type TypePlace,
} from '@toolwright/json-schema';

/** What codegen or a server says of one tool. */
export interface DeclaredTool {
  readonly spec: ToolSpec;
  readonly codecs: ToolCodecs | undefined;
}

/** Declarations of tools in TypeScript: what a model reads, and what its programs are checked against. */
export interface Declarations {
  readonly text: string;
}

/** Prints the declarations of tools, and of the types that they reach, each once. */
export function printTools(tools: readonly DeclaredTool[]): Declarations {
  const names = new TypeNames();
  const types: string[] = [];
  const shapes = new Map<string, string>();
  const members = tools.map((tool) => printTool(tool, { names, types, shapes }));
  const named = types.length > 0 ? `${types.join('\n')}\n` : '';
  return { text: `${named}declare const tools: {\n${members.join('')}};\n` };
}

interface Printed {
  readonly names: TypeNames;
  readonly types: string[];
  /** The names of declared types, by what they declare: two tools may share a type. */
  readonly shapes: Map<string, string>;
}

function printTool({ spec, codecs }: DeclaredTool, printed: Printed): string {
  const { name, description, parameters, output } = spec;
  const input = placeOf(parameters, codecs, `${name} parameters`, printed);
  const properties = Object.keys(parameters.properties ?? {});
  const isOptional = (parameters.required ?? []).length === 0;
  const args = printObject(parameters, codecs?.parameters, input, ' ');
  const takes =
    properties.length === 0 && parameters.additionalProperties === false
      ? 'args?: Record<string, never>'
      : `args${isOptional ? '?' : ''}: ${args}`;
  const result =
    output === undefined
      ? 'unknown'
      : printType(output, codecs?.result, placeOf(output, codecs, `${name} result`, printed), ' ');
  return `${lineComment(description, ' ')} ${memberName(name)}(${takes}): Promise<${result}>;\n`;
}

/** Declares the definitions of a schema when they are first referred to. */
function placeOf(
  root: JsonSchema,
  codecs: ToolCodecs | undefined,
  owner: string,
  printed: Printed,
): TypePlace {
  const { names, types, shapes } = printed;
  const definitions = root.$defs ?? {};
  const place: TypePlace = {
    definitions: codecs?.definitions,
    nameOf(definition) {
      const schema = Object.hasOwn(definitions, definition) ? definitions[definition] : undefined;
      if (schema === undefined) return 'unknown';
      const key = `${owner} ${definition}`;
      const known = shapes.get(key);
      if (known !== undefined) return known;
      // Two tools that refer to one type have equal definitions.
      const shape = JSON.stringify([definition, schema]);
      const same = shapes.get(shape);
      const name = same ?? names.nameOf(key, definition);
      shapes.set(key, name);
      if (same !== undefined) return same;
      shapes.set(shape, name);
      const slot = types.push('') - 1;
      const about = lineComment(schema.description ?? '', '');
      types[slot] = `${about}type ${name} = ${printType(schema, codecs?.definitions?.[definition], place)};`;
      return name;
    },
  };
  return place;
}
