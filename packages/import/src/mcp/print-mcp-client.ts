import {
  docComment,
  quote,
  type SourceLoss,
  SourcePrinter,
  type ToolLock,
  typeName,
} from '@toolwright/json-schema';
import { partJudge } from '@toolwright/tools/validation';
import { memberName, Names, upperFirst } from '../openapi/names.js';
import { OwnDefinitions } from './own-definitions.js';

/** A printed client of an MCP server. */
export interface McpClientSource {
  readonly text: string;
  /** What the schemas say and the types do not. */
  readonly losses: readonly SourceLoss[];
}

/** Prints the tools of an MCP server as a class whose methods call them. @param title the name of the server */
export function printMcpClient(title: string, { tools }: ToolLock): McpClientSource {
  const own = new OwnDefinitions();
  const schemas = tools.map(({ name, parameters, output }) => ({
    input: own.add(parameters, name),
    output: output === undefined ? undefined : own.add(output, name),
  }));
  const definitions = own.all;
  const isValue = partJudge({ $defs: definitions });
  const printer = new SourcePrinter({
    definitions,
    taken: ['RemoteTools', 'ToolCalls', 'CallOptions', 'Promise', 'Error'],
    isValue,
  });
  const className = printer.reserve(`${typeName(title) || 'Mcp'}Client`);
  const methodNames = methodNamesOf(tools.map(({ name }) => name));
  const methods = tools.map(({ name, description }, index) => {
    const method = methodNames.get(name) ?? name;
    const { input = {}, output } = schemas[index] ?? {};
    const type = upperFirst(method);
    const hasInput = Object.keys(input.properties ?? {}).length > 0 || input.additionalProperties !== false;
    const declared = hasInput
      ? printer.declare(input, { path: name, name: `${type}Input`, margin: '' })
      : undefined;
    // Other keywords than `required` may need members, too.
    const isOptional = isValue({}, input);
    const result =
      output === undefined
        ? 'unknown'
        : printer.declare(output, { path: `${name} result`, name: `${type}Result`, margin: '' });
    const parameter = declared === undefined ? '' : `input: ${declared}${isOptional ? ' = {}' : ''}, `;
    const comment = docComment({ text: description === '' ? name : description, tags: [] }, '  ');
    return `${comment}  ${method}(${parameter}options?: CallOptions): Promise<${result}> {\n    return this.#tools.call(${quote(name)}, ${declared === undefined ? '{}' : 'input'}, options);\n  }\n`;
  });
  const declarations = printer.declarations;
  const tags = printer.typeTags;
  const imports = [
    "import { type CallOptions, RemoteTools, type ToolCalls } from '@toolwright/import/runtime';\n",
    ...(tags.length === 0 ? [] : [`import type { ${tags.join(', ')} } from 'toolwright';\n`]),
  ];
  const about = docComment({ text: `The tools of the MCP server ${title}.`, tags: [] }, '');
  const head = `${about}export class ${className} {\n  readonly #tools: RemoteTools;\n\n  /** @param registry the registry that the connection was added to */\n  constructor(registry: ToolCalls) {\n    this.#tools = new RemoteTools(registry);\n  }\n\n`;
  const note = '// Written by `toolwright import mcp`. Put your changes into a subclass.\n';
  return {
    text: `${note}${imports.join('')}\n${head}${methods.join('\n')}}\n\n${declarations}`,
    losses: printer.losses,
  };
}

/**
 * Names methods so that a new tool never gets the method of another one: a name that is an identifier stays as it is, and other tools that
 * want one name are all named with the codes of their signs.
 */
function methodNamesOf(tools: readonly string[]): ReadonlyMap<string, string> {
  const names = new Names();
  const free = (name: string): string => (names.isFree(name) ? name : `${name}Tool`);
  const wanted = new Map(tools.map((tool) => [tool, free(memberName(tool))]));
  const isExact = (tool: string): boolean => wanted.get(tool) === tool;
  const users = new Map<string | undefined, number>();
  for (const name of wanted.values()) users.set(name, (users.get(name) ?? 0) + 1);
  const spelled = (tool: string): string =>
    tool.replace(/[^A-Za-z0-9]|^\d/gu, (sign) => `_${sign.codePointAt(0)?.toString(16)}_`);
  const inOrder = [...tools.filter(isExact), ...tools.filter((tool) => !isExact(tool))];
  return new Map(
    inOrder.map((tool) => {
      const name = wanted.get(tool) ?? tool;
      return [tool, names.take(isExact(tool) || users.get(name) === 1 ? name : spelled(tool))];
    }),
  );
}
