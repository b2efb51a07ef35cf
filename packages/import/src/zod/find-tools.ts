import { type Compiler, findNodes, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type ForeignTool, type Framework, NotMigrated } from './foreign-tool.js';
import { nameOf } from './read/objects.js';
import { initializerOf, packageOf, symbolOf } from './read/zod-names.js';

type Call = ForeignTool['call'];
type Part = Exclude<keyof ForeignTool, 'framework' | 'call'>;
type Parts = Partial<Record<Part, ForeignTool['handler']>>;

/** What a call of a library takes: its arguments, in their order. */
interface Maker {
  readonly framework: Framework;
  readonly takes: readonly (Part | 'options')[] | ((args: readonly ts.Expression[]) => readonly Part[]);
}

/** A call that makes a tool of another library, and what it says. */
export interface FoundTool {
  readonly call: Call;
  /** @throws NotMigrated if the call is more than a migration can carry */
  read(): ForeignTool;
}

/** Finds the calls in a file that make tools of the AI SDK, Mastra, the MCP SDK and LangChain. */
export function findTools(source: ts.SourceFile, compiler: Compiler): readonly FoundTool[] {
  return findNodes(source, compiler, mayBeTool).flatMap((call): readonly FoundTool[] => {
    const maker = makerOf(call, compiler);
    return maker === undefined ? [] : [{ call, read: () => readTool(call, maker, compiler) }];
  });
}

function mayBeTool(node: ts.Node): node is Call {
  if (typescript.isCallExpression(node) || typescript.isNewExpression(node)) return true;
  const isMember = typescript.isObjectLiteralExpression(node) && typescript.isPropertyAssignment(node.parent);
  return isMember && node.properties.some((one) => /^(?:inputSchema|parameters)$/.test(nameOf(one) ?? ''));
}

/** What the options of all libraries mean, or the only text that is known for one. */
const OPTIONS: Readonly<Record<string, Part | RegExp>> = {
  id: 'name',
  name: 'name',
  title: 'title',
  description: 'description',
  inputSchema: 'input',
  parameters: 'input',
  schema: 'input',
  outputSchema: 'output',
  annotations: 'hints',
  needsApproval: 'needsApproval',
  requireApproval: 'needsApproval',
  execute: 'handler',
  func: 'handler',
  type: /^['"]function['"]$/,
  responseFormat: /^['"]content['"]$/,
};

const AI_SDK: Maker = { framework: 'ai-sdk', takes: ['options'] };
const MCP: Maker = { framework: 'mcp', takes: ['name', 'options', 'handler'] };

const MAKERS: Readonly<Record<string, Maker>> = {
  'ai tool': AI_SDK,
  '@ai-sdk/provider-utils tool': AI_SDK,
  '@mastra/core createTool': { framework: 'mastra', takes: ['options'] },
  '@modelcontextprotocol/sdk registerTool': MCP,
  '@modelcontextprotocol/server registerTool': MCP,
  '@modelcontextprotocol/sdk tool': { framework: 'mcp', takes: partsOfShortForm },
  '@langchain/core tool': { framework: 'langchain', takes: ['handler', 'options'] },
  '@langchain/core DynamicStructuredTool': { framework: 'langchain', takes: ['options'] },
};

const NAMES = new Set(Object.keys(MAKERS).map((key) => key.split(' ')[1]));

function makerOf(call: Call, compiler: Compiler): Maker | undefined {
  if (typescript.isObjectLiteralExpression(call)) return isPlainTool(call, compiler) ? AI_SDK : undefined;
  const callee = unwrap(call.expression, typescript);
  const name = typescript.isPropertyAccessExpression(callee) ? callee.name : callee;
  const symbol = typescript.isIdentifier(name) ? symbolOf(name, compiler) : undefined;
  if (symbol === undefined || !NAMES.has(symbol.name)) return undefined;
  const key = `${packageOf(symbol)} ${symbol.name}`;
  return Object.hasOwn(MAKERS, key) ? MAKERS[key] : undefined;
}

/** Whether an object is a tool of the AI SDK without a call of `tool`: by its type, or in the `tools` of a call of the SDK. */
function isPlainTool(node: ts.ObjectLiteralExpression, compiler: Compiler): boolean {
  const isOfSdk = (symbol: ts.Symbol | undefined): boolean =>
    /^(?:ai|@ai-sdk\/.*)$/.test(packageOf(symbol) ?? '');
  if (isOfSdk(compiler.checker.getContextualType(node)?.getProperty('execute'))) return true;
  const option = node.parent.parent.parent;
  const isTools = typescript.isPropertyAssignment(option) && nameOf(option) === 'tools';
  const call = option.parent?.parent;
  const isCall = isTools && (typescript.isCallExpression(call) || typescript.isNewExpression(call));
  return isCall && isOfSdk(symbolOf(call.expression, compiler));
}

function readTool(call: Call, { framework, takes }: Maker, compiler: Compiler): ForeignTool {
  const args = typescript.isObjectLiteralExpression(call) ? [call] : (call.arguments ?? []);
  const parts: Parts = {};
  for (const [index, part] of (typeof takes === 'function' ? takes(args) : takes).entries()) {
    const given = args[index];
    if (part === 'options') Object.assign(parts, readOptions(call, given, compiler));
    else if (given !== undefined) parts[part] = given;
  }
  const { handler, ...others } = parts;
  if (handler === undefined) throw new NotMigrated(call, 'it has no `execute`: the tool runs elsewhere');
  // `readOptions` takes methods for the function alone.
  return { ...(others as Partial<Record<Part, ts.Expression>>), framework, call, handler };
}

/** Says what `server.tool(name, description?, shape?, hints?, handler)` takes. */
function partsOfShortForm([, ...others]: readonly ts.Expression[]): readonly Part[] {
  const between = others.slice(0, -1);
  const [first] = between;
  const isText = first !== undefined && (typescript.isStringLiteralLike(first) || between.length > 1);
  const objects = isText ? between.slice(1) : between;
  const [only, ...more] = objects;
  const isHints =
    only !== undefined &&
    more.length === 0 &&
    typescript.isObjectLiteralExpression(only) &&
    only.properties.some((one) => /Hint$/.test(nameOf(one) ?? ''));
  const parts: readonly Part[] = isHints ? ['hints'] : ['input', 'hints'];
  return ['name', ...(isText ? ['description' as const] : []), ...parts.slice(0, objects.length), 'handler'];
}

/** Reads the options of a tool. */
function readOptions(call: Call, node: ts.Expression | undefined, compiler: Compiler): Parts {
  const given = node && unwrap(node, typescript);
  const symbol = given && typescript.isIdentifier(given) ? symbolOf(given, compiler) : undefined;
  const initializer = symbol && initializerOf(symbol);
  const object = initializer === undefined ? given : unwrap(initializer, typescript);
  if (object === undefined || !typescript.isObjectLiteralExpression(object))
    throw new NotMigrated(node ?? call, 'its options are made at run time');
  const parts: Parts = {};
  for (const property of object.properties) {
    const name = nameOf(property);
    if (name === undefined) throw new NotMigrated(property, 'its options are made at run time');
    const part = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
    if (part === undefined) throw new NotMigrated(property, `a tool has no option \`${name}\``);
    const value = givenBy(property);
    if (value === undefined || (part !== 'handler' && typescript.isMethodDeclaration(value)))
      throw new NotMigrated(property, `\`${name}\` is not a value`);
    if (typeof part === 'string') parts[part] = value;
    else if (!part.test(value.getText())) throw new NotMigrated(property, `its \`${name}\` is not known`);
  }
  return parts;
}

function givenBy(property: ts.ObjectLiteralElementLike): ForeignTool['handler'] | undefined {
  if (typescript.isPropertyAssignment(property)) return property.initializer;
  if (typescript.isShorthandPropertyAssignment(property)) return property.name;
  return typescript.isMethodDeclaration(property) ? property : undefined;
}
