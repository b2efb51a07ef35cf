import { type Compiler, findNodes, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type ForeignTool, type Framework, NotMigrated } from './foreign-tool.js';
import { nameOf } from './read/objects.js';
import { initializerOf, packageOf, symbolOf } from './read/zod-names.js';

type Call = ts.CallExpression | ts.NewExpression;

/** A call that makes a tool of another library, and what it says. */
export interface FoundTool {
  readonly call: Call;
  readonly framework: Framework;
  /** @throws NotMigrated if the call is more than a migration can carry */
  read(): ForeignTool;
}

interface Maker {
  readonly framework: Framework;
  readonly read: (call: Call, compiler: Compiler) => ForeignTool;
}

/** Finds the calls in a file that make tools of the AI SDK, Mastra, the MCP SDK and LangChain. */
export function findTools(source: ts.SourceFile, compiler: Compiler): readonly FoundTool[] {
  return findNodes(source, compiler, isCall).flatMap((call): readonly FoundTool[] => {
    const maker = makerOf(call, compiler);
    return maker === undefined
      ? []
      : [{ call, framework: maker.framework, read: () => maker.read(call, compiler) }];
  });
}

function isCall(node: ts.Node): node is Call {
  return typescript.isCallExpression(node) || typescript.isNewExpression(node);
}

const NAMES = new Set(['tool', 'createTool', 'registerTool', 'DynamicStructuredTool', 'DynamicTool']);

const MAKERS: Readonly<Record<string, Maker>> = {
  'ai tool': { framework: 'ai-sdk', read: readAiTool },
  '@ai-sdk/provider-utils tool': { framework: 'ai-sdk', read: readAiTool },
  '@mastra/core createTool': { framework: 'mastra', read: readMastraTool },
  '@modelcontextprotocol/sdk registerTool': { framework: 'mcp', read: readRegisteredTool },
  '@modelcontextprotocol/server registerTool': { framework: 'mcp', read: readRegisteredTool },
  '@modelcontextprotocol/sdk tool': { framework: 'mcp', read: readShortTool },
  '@langchain/core tool': { framework: 'langchain', read: readLangChainTool },
  '@langchain/core DynamicStructuredTool': { framework: 'langchain', read: readStructuredTool },
};

function makerOf(call: Call, compiler: Compiler): Maker | undefined {
  const callee = unwrap(call.expression, typescript);
  const name = typescript.isPropertyAccessExpression(callee) ? callee.name : callee;
  if (!typescript.isIdentifier(name)) return undefined;
  const symbol = symbolOf(name, compiler);
  if (symbol === undefined || !NAMES.has(symbol.name)) return undefined;
  const key = `${packageOf(symbol)} ${symbol.name}`;
  return Object.hasOwn(MAKERS, key) ? MAKERS[key] : undefined;
}

const AI_OPTIONS = [
  ...[
    'description',
    'title',
    'inputSchema',
    'parameters',
    'outputSchema',
    'execute',
    'needsApproval',
    'type',
  ],
];

function readAiTool(call: Call, compiler: Compiler): ForeignTool {
  const given = optionsOf(call, call.arguments?.[0], AI_OPTIONS, compiler);
  const type = given.get('type');
  if (type !== undefined && type.getText() !== "'function'")
    throw new NotMigrated(type, 'its `type` is not known');
  return {
    framework: 'ai-sdk',
    call,
    title: expressionOf(given, 'title'),
    description: expressionOf(given, 'description'),
    input: expressionOf(given, 'inputSchema') ?? expressionOf(given, 'parameters'),
    output: expressionOf(given, 'outputSchema'),
    needsApproval: expressionOf(given, 'needsApproval'),
    handler: handlerOf(given, 'execute', call),
  };
}

function readMastraTool(call: Call, compiler: Compiler): ForeignTool {
  const names = ['id', 'description', 'inputSchema', 'outputSchema', 'execute', 'requireApproval'];
  const given = optionsOf(call, call.arguments?.[0], names, compiler);
  return {
    framework: 'mastra',
    call,
    name: expressionOf(given, 'id'),
    description: expressionOf(given, 'description'),
    input: expressionOf(given, 'inputSchema'),
    output: expressionOf(given, 'outputSchema'),
    needsApproval: expressionOf(given, 'requireApproval'),
    handler: handlerOf(given, 'execute', call),
  };
}

function readRegisteredTool(call: Call, compiler: Compiler): ForeignTool {
  const [name, config, handler] = call.arguments ?? [];
  const names = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'];
  const given = optionsOf(call, config, names, compiler);
  if (handler === undefined) throw new NotMigrated(call, 'it has no handler');
  return {
    framework: 'mcp',
    call,
    name,
    title: expressionOf(given, 'title'),
    description: expressionOf(given, 'description'),
    input: expressionOf(given, 'inputSchema'),
    output: expressionOf(given, 'outputSchema'),
    hints: expressionOf(given, 'annotations'),
    handler,
  };
}

/** Reads `server.tool(name, description?, shape?, hints?, handler)`. */
function readShortTool(call: Call): ForeignTool {
  const [name, ...rest] = call.arguments ?? [];
  const handler = rest.pop();
  const [first] = rest;
  const isText = first !== undefined && (typescript.isStringLiteralLike(first) || rest.length > 1);
  const description = isText ? rest.shift() : undefined;
  const [input, hints] = rest;
  if (handler === undefined) throw new NotMigrated(call, 'it has no handler');
  const isHints = input !== undefined && hints === undefined && holdsHints(input);
  return {
    framework: 'mcp',
    call,
    name,
    description,
    input: isHints ? undefined : input,
    hints: isHints ? input : hints,
    handler,
  };
}

/** Whether an object holds values instead of schemas. */
function holdsHints(node: ts.Expression): boolean {
  return (
    typescript.isObjectLiteralExpression(node) &&
    node.properties.some((one) => /Hint$/.test(nameOf(one) ?? ''))
  );
}

function readLangChainTool(call: Call, compiler: Compiler): ForeignTool {
  const [handler, config] = call.arguments ?? [];
  const given = optionsOf(call, config, ['name', 'description', 'schema', 'responseFormat'], compiler);
  if (handler === undefined) throw new NotMigrated(call, 'it has no function');
  return { ...langChainTool(call, given), handler };
}

function readStructuredTool(call: Call, compiler: Compiler): ForeignTool {
  const given = optionsOf(
    call,
    call.arguments?.[0],
    ['name', 'description', 'schema', 'func', 'responseFormat'],
    compiler,
  );
  return { ...langChainTool(call, given), handler: handlerOf(given, 'func', call) };
}

function langChainTool(call: Call, given: Options): Omit<ForeignTool, 'handler'> {
  const format = given.get('responseFormat');
  if (format !== undefined && !/['"]content['"]/.test(format.getText()))
    throw new NotMigrated(format, 'its result is content with an artifact');
  return {
    framework: 'langchain',
    call,
    name: expressionOf(given, 'name'),
    description: expressionOf(given, 'description'),
    input: expressionOf(given, 'schema'),
  };
}

type Options = ReadonlyMap<string, ts.ObjectLiteralElementLike>;

/** Reads the options of a tool by name. */
function optionsOf(
  call: Call,
  node: ts.Expression | undefined,
  known: readonly string[],
  compiler: Compiler,
): Options {
  const given = node && unwrap(node, typescript);
  const symbol = given && typescript.isIdentifier(given) ? symbolOf(given, compiler) : undefined;
  const initializer = symbol && initializerOf(symbol);
  const object = initializer === undefined ? given : unwrap(initializer, typescript);
  if (object === undefined || !typescript.isObjectLiteralExpression(object))
    throw new NotMigrated(node ?? call, 'its options are made at run time');
  const options = new Map<string, ts.ObjectLiteralElementLike>();
  for (const property of object.properties) {
    const name = nameOf(property);
    if (name === undefined) throw new NotMigrated(property, 'its options are made at run time');
    if (!known.includes(name)) throw new NotMigrated(property, `a tool has no option \`${name}\``);
    options.set(name, property);
  }
  return options;
}

function expressionOf(options: Options, name: string): ts.Expression | undefined {
  const property = options.get(name);
  if (property === undefined) return undefined;
  if (typescript.isPropertyAssignment(property)) return property.initializer;
  if (typescript.isShorthandPropertyAssignment(property)) return property.name;
  throw new NotMigrated(property, `\`${name}\` is not a value`);
}

function handlerOf(options: Options, name: string, call: Call): ForeignTool['handler'] {
  const property = options.get(name);
  if (property !== undefined && typescript.isMethodDeclaration(property)) return property;
  const value = expressionOf(options, name);
  if (value === undefined) throw new NotMigrated(call, `it has no \`${name}\`: the tool runs elsewhere`);
  return value;
}
