import type { TextEdit } from '@toolwright/codegen/edits';
import { type Compiler, findNodes, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';
import { runsLater } from '../nodes-in.js';
import { initializerOf, symbolOf } from '../read/zod-names.js';
import {
  argumentsOf,
  bindArguments,
  contextParameter,
  type Defaults,
  type FunctionNode,
  isBound,
  statedBy,
} from './bindings.js';
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
function writeCall(
  node: ts.Expression,
  { framework }: ForeignTool,
  types: HandlerTypes,
  { checker }: Compiler,
): string {
  const [signature] = checker.getTypeAtLocation(node).getCallSignatures();
  const isSimple = typescript.isIdentifier(node) || typescript.isPropertyAccessExpression(node);
  if (framework === 'mcp' || framework === 'mastra' || !isSimple || signature === undefined)
    throw new NotMigrated(node, 'its function is made elsewhere');
  if (signature.parameters.length > 1)
    throw new NotMigrated(node, 'its function takes more than the arguments');
  const name = node.getText();
  const { schema } = types;
  const input = types.input(new Set());
  if (input === undefined) return `() => ${name}()`;
  if (signature.parameters.length === 0) return `(_args: ${input}) => ${name}()`;
  return schema === undefined
    ? `(args: ${input}) => ${name}(args)`
    : `async (args: ${input}) => ${name}(await ${schema}.parseAsync(args))`;
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
  const parameters = [bound?.parameter, contextParameter(node, tool)].filter((one) => one !== undefined);
  const isPromise = isAsync || returnsPromise(node, compiler);
  const output = types.output();
  const expected = output && !isGenerator ? (isPromise ? `Promise<${output}>` : output) : undefined;
  const type = (isMcp ? undefined : node.type?.getText()) ?? expected;
  const start = `${isAsync ? 'async ' : ''}${isGenerator ? 'function* ' : ''}`;
  const head = `${start}(${parameters.join(', ')})${type === undefined ? '' : `: ${type}`}`;
  const inside = edits.filter((one) => one.start >= body.pos && one.end <= body.end);
  const text = dedented(body, isMcp ? [...inside, ...plainReturns(node, body)] : inside);
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
