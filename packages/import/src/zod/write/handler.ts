import type { TextEdit } from '@toolwright/codegen/edits';
import { type Compiler, findNodes, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { Names } from '../../openapi/names.js';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';
import { namesIn, runsLater } from '../nodes-in.js';
import { initializerOf, symbolOf } from '../read/zod-names.js';
import {
  argumentsOf,
  bindArguments,
  type Defaults,
  type FunctionNode,
  isBound,
  statedBy,
  wholeWithDefaults,
} from './bindings.js';
import { contextParameter } from './context-parameter.js';
import { lastYield } from './generators.js';
import { plainReturns } from './mcp-returns.js';
import { dedented } from './move-text.js';

/** What a migrated function takes. */
export interface HandlerTypes {
  /** Returns the type of the arguments without the defaults that the function states; undefined if the tool has none. */
  readonly input: (stated: ReadonlySet<string>) => string | undefined;
  /** Returns the type of the result, if the function states none. */
  readonly output: () => string | undefined;
  readonly defaults: Defaults;
  /** The Zod schema that parses the arguments, if only Zod can apply its rules. */
  readonly schema?: string | undefined;
  /** Edits of the file, of which those within the body are applied. */
  readonly edits: readonly TextEdit[];
  readonly newline: string;
}

/** Writes the function of a tool: its body as it is, and its parameters as a tool has them. @throws NotMigrated */
export function writeHandler(tool: ForeignTool, types: HandlerTypes, compiler: Compiler): string {
  const { handler } = tool;
  const given = typescript.isMethodDeclaration(handler) ? handler : unwrap(handler, typescript);
  const node = functionOf(given, tool, compiler) ?? given;
  if (!isFunction(node)) return writeCall(node, tool, types, compiler);
  const { body } = node;
  if (body === undefined) throw new NotMigrated(node, 'its function has no body');
  if (node.typeParameters !== undefined) throw new NotMigrated(node, 'its function has type parameters');
  const [own] = findNodes(node, compiler, isOwn);
  if (own !== undefined) throw new NotMigrated(own, `its function uses \`${own.getText()}\``);
  if (typescript.isFunctionExpression(node) && node.name && isBound(node.name, node))
    throw new NotMigrated(node.name, 'its function uses its own name');
  return writeFunction(node, body, tool, types, compiler);
}

/** Returns the function of this file that an MCP tool names, whose results must be rewritten. */
function functionOf(
  node: ts.Expression | FunctionNode,
  { framework }: ForeignTool,
  compiler: Compiler,
): FunctionNode | undefined {
  const symbol = framework === 'mcp' && typescript.isIdentifier(node) ? symbolOf(node, compiler) : undefined;
  const found = symbol && initializerOf(symbol);
  const isHere = found?.getSourceFile() === node.getSourceFile() && !runsLater(found);
  return isHere && isFunction(found) ? found : undefined;
}

function isFunction(node: ts.Node): node is FunctionNode {
  return (
    typescript.isArrowFunction(node) ||
    typescript.isFunctionExpression(node) ||
    typescript.isMethodDeclaration(node)
  );
}

/** Whether a node is `this`, `super`, `new.target` or `arguments`. */
function isOwn(node: ts.Node): node is ts.Node {
  const { ThisKeyword, SuperKeyword, MetaProperty } = typescript.SyntaxKind;
  if (node.kind === ThisKeyword || node.kind === SuperKeyword) return true;
  if (node.kind === MetaProperty) return node.getText() === 'new.target';
  const isMember = typescript.isPropertyAccessExpression(node.parent) && node.parent.name === node;
  return typescript.isIdentifier(node) && node.text === 'arguments' && !isMember;
}

/** Writes a function that calls the one that the tool names. */
function writeCall(node: ts.Expression, tool: ForeignTool, types: HandlerTypes, compiler: Compiler): string {
  const { framework } = tool;
  const [signature] = compiler.checker.getTypeAtLocation(node).getCallSignatures();
  const isSimple = typescript.isIdentifier(node) || typescript.isPropertyAccessExpression(node);
  if (framework === 'mcp' || framework === 'mastra' || !isSimple || signature === undefined)
    throw new NotMigrated(node, 'its function is made elsewhere');
  if (signature.parameters.length > 1)
    throw new NotMigrated(node, 'its function takes more than the arguments');
  lastYield(node, tool, compiler);
  const name = node.getText();
  const { schema, defaults } = types;
  const isTaken = signature.parameters.length > 0;
  const input = types.input(new Set(isTaken ? defaults.keys() : []));
  if (input === undefined) return `() => ${name}()`;
  if (!isTaken) return `(_args: ${input}) => ${name}()`;
  if (schema !== undefined) return `async (args: ${input}) => ${name}(await ${schema}.parseAsync(args))`;
  const [taken] = signature.parameters;
  // An interface has no index signature, but its copy has.
  const isIndexed = taken && compiler.checker.getTypeOfSymbol(taken).getStringIndexType() !== undefined;
  if (defaults.size === 0) return `(args: ${input}) => ${name}(${isIndexed ? '{ ...args }' : 'args'})`;
  const { pattern, value } = wholeWithDefaults(defaults, new Names(namesIn(node).map(({ text }) => text)));
  return `(${pattern}: ${input}) => ${name}(${value})`;
}

function writeFunction(
  node: FunctionNode,
  body: ts.ConciseBody,
  tool: ForeignTool,
  types: HandlerTypes,
  compiler: Compiler,
): string {
  const { defaults, schema, edits, newline } = types;
  const isAsync = node.modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.AsyncKeyword) === true;
  const isGenerator = !typescript.isArrowFunction(node) && node.asteriskToken !== undefined;
  const isMcp = tool.framework === 'mcp';
  const name = argumentsOf(node, tool, compiler);
  const input = types.input(statedBy(name, defaults));
  if (input === undefined && name !== undefined)
    throw new NotMigrated(name, 'it has no arguments and uses them');
  const parse = schema && (isAsync ? `await ${schema}.parseAsync` : `${schema}.parse`);
  const bound = input === undefined ? undefined : bindArguments(node, name, input, defaults, parse);
  const context = contextParameter(node, tool, compiler);
  const parameters = [bound?.parameter, context?.text].filter((one) => one !== undefined);
  const isPromise = isAsync || returnsPromise(node, compiler);
  const output = types.output();
  const whole = isGenerator
    ? `AsyncGenerator<unknown, ${output}>`
    : isPromise
      ? `Promise<${output}>`
      : output;
  const expected = output && whole;
  const type = (isMcp ? undefined : node.type?.getText()) ?? expected;
  const start = `${isAsync ? 'async ' : ''}${isGenerator ? 'function* ' : ''}`;
  const head = `${start}(${parameters.join(', ')})${type === undefined ? '' : `: ${type}`}`;
  const inside = [...edits, ...(context?.edits ?? [])].filter(
    (one) => one.start >= body.pos && one.end <= body.end,
  );
  const results = isMcp ? plainReturns(node, body) : lastYield(node, tool, compiler);
  const text = dedented(body, [...inside, ...results]);
  return `${head} ${isGenerator ? '' : '=> '}${bodyText(body, text, bound?.prologue, newline)}`;
}

/** Returns a body that begins with a statement. */
function bodyText(body: ts.ConciseBody, text: string, prologue: string | undefined, newline: string): string {
  const isBlock = typescript.isBlock(body);
  const isThrow = !isBlock && text.startsWith('throw ');
  if (prologue === undefined && !isThrow) return text;
  const first = prologue === undefined ? '' : `${newline}  ${prologue}`;
  const isObject = typescript.isParenthesizedExpression(body) && text.startsWith('({');
  const value = isObject ? text.slice(1, -1) : text;
  if (!isBlock) return `{${first}${newline}  ${isThrow ? '' : 'return '}${value};${newline}}`;
  const rest = text.slice(1);
  if (/^[ \t]*\r?\n/.test(rest)) return `{${first}${rest}`;
  return `{${first}${newline}${rest.trim() === '}' ? '' : '  '}${rest.trimStart()}`;
}

function returnsPromise(node: FunctionNode, { checker }: Compiler): boolean {
  const signature = checker.getSignatureFromDeclaration(node);
  const type = signature && checker.getReturnTypeOfSignature(signature);
  return type?.getSymbol()?.name === 'Promise';
}
