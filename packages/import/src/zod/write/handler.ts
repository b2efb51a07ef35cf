import { type Compiler, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';
import { isUsed, readBinding, readContextParameter } from './bindings.js';
import type { FunctionNode, HandlerTypes } from './handler-types.js';
import { plainReturns } from './mcp-returns.js';
import { moved } from './move-text.js';

export interface WrittenHandler {
  readonly text: string;
  /** The members whose defaults the function states. */
  readonly stated: ReadonlySet<string>;
}

/** Writes the function of a tool: its body as it is, and its parameters as a tool has them. @throws NotMigrated */
export function writeHandler(tool: ForeignTool, types: HandlerTypes, compiler: Compiler): WrittenHandler {
  const { handler } = tool;
  const given = typescript.isMethodDeclaration(handler) ? handler : unwrap(handler, typescript);
  if (
    typescript.isArrowFunction(given) ||
    typescript.isFunctionExpression(given) ||
    typescript.isMethodDeclaration(given)
  )
    return writeFunction(given, tool, types, compiler);
  return writeCall(given, tool, types, compiler);
}

/** Writes a function that calls the one that the tool names. */
function writeCall(
  node: ts.Expression,
  { framework }: ForeignTool,
  { input, schema }: HandlerTypes,
  { checker }: Compiler,
): WrittenHandler {
  const [signature] = checker.getTypeAtLocation(node).getCallSignatures();
  const isSimple = typescript.isIdentifier(node) || typescript.isPropertyAccessExpression(node);
  if (framework === 'mcp' || framework === 'mastra' || !isSimple || signature === undefined)
    throw new NotMigrated(node, 'its function is made elsewhere');
  if (signature.parameters.length > 1)
    throw new NotMigrated(node, 'its function takes more than the arguments');
  const name = node.getText();
  const stated: ReadonlySet<string> = new Set();
  if (input === undefined || signature.parameters.length === 0)
    return {
      text: input === undefined ? `() => ${name}()` : `(_args: ${input}) => ${name}()`,
      stated,
    };
  const text =
    schema === undefined
      ? `(args: ${input}) => ${name}(args)`
      : `async (args: ${input}) => ${name}(await ${schema}.parseAsync(args))`;
  return { text, stated };
}

function writeFunction(
  node: FunctionNode,
  tool: ForeignTool,
  types: HandlerTypes,
  compiler: Compiler,
): WrittenHandler {
  const { body } = node;
  if (body === undefined) throw new NotMigrated(node, 'its function has no body');
  if (node.typeParameters !== undefined) throw new NotMigrated(node, 'its function has type parameters');
  refuseThis(node);
  if (typescript.isFunctionExpression(node) && node.name && isUsed(node.name, node))
    throw new NotMigrated(node.name, 'its function uses its own name');
  const isAsync = node.modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.AsyncKeyword) === true;
  const isGenerator = !typescript.isArrowFunction(node) && node.asteriskToken !== undefined;
  const context = readContextParameter(node, tool);
  const binding = readBinding(node, tool, types, { isAsync, compiler });
  const parameters = [binding.parameter, context].filter((one) => one !== undefined).join(', ');
  const returns = tool.framework === 'mcp' ? plainReturns(node) : [];
  const declared =
    node.type !== undefined && tool.framework !== 'mcp' ? `: ${node.type.getText()}` : undefined;
  const expected =
    types.output === undefined || isGenerator
      ? ''
      : `: ${isAsync ? `Promise<${types.output}>` : types.output}`;
  const isPromise = !isAsync && returnsPromise(node, compiler);
  const type = declared ?? (isPromise ? expected.replace(/^: (.*)$/, ': Promise<$1>') : expected);
  const head = isGenerator
    ? `${isAsync ? 'async ' : ''}function* (${parameters})${type} `
    : `${isAsync ? 'async ' : ''}(${parameters})${type} => `;
  const text = head + bodyText(body, binding.prologue, returns, types);
  return { text, stated: binding.stated };
}

/** Returns the text of a body, moved to the column of its statement, after the statements that bind the arguments. */
function bodyText(
  body: ts.ConciseBody,
  prologue: readonly string[],
  returns: Parameters<typeof moved>[1],
  { margin, newline, edits }: HandlerTypes,
): string {
  const inside = edits.filter(({ start, end }) => start >= body.pos && end <= body.end);
  const text = moved(body, [...inside, ...returns], margin);
  const isBlock = typescript.isBlock(body);
  const isStatement = !isBlock && text.startsWith('throw ');
  if (prologue.length === 0 && !isStatement) return text;
  const inner = `${margin}  `;
  if (!isBlock) {
    const last = isStatement
      ? `${text};`
      : `return ${text.startsWith('(') ? unparenthesized(body, text) : text};`;
    return `{${newline}${[...prologue, last].map((line) => inner + line + newline).join('')}${margin}}`;
  }
  const lines = prologue.map((line) => newline + inner + line).join('');
  const rest = text.slice(1);
  return `{${lines}${/^\s*\}$/.test(rest) ? newline + margin + rest.trimStart() : /^[ \t]*\r?\n/.test(rest) ? rest : newline + inner + rest.trimStart()}`;
}

function unparenthesized(body: ts.Node, text: string): string {
  return typescript.isParenthesizedExpression(body) && typescript.isObjectLiteralExpression(body.expression)
    ? text.slice(1, -1)
    : text;
}

function refuseThis(node: FunctionNode): void {
  const open: ts.Node[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isThis(next)) throw new NotMigrated(next, `its function uses \`${next.getText()}\``);
    typescript.forEachChild(next, (child) => {
      open.push(child);
    });
  }
}

function isThis(node: ts.Node): boolean {
  const { ThisKeyword, SuperKeyword, MetaProperty } = typescript.SyntaxKind;
  if (node.kind === ThisKeyword || node.kind === SuperKeyword) return true;
  if (node.kind === MetaProperty) return node.getText() === 'new.target';
  const isMember = typescript.isPropertyAccessExpression(node.parent) && node.parent.name === node;
  return typescript.isIdentifier(node) && node.text === 'arguments' && !isMember;
}

function returnsPromise(node: FunctionNode, { checker }: Compiler): boolean {
  const signature = checker.getSignatureFromDeclaration(node);
  const type = signature && checker.getReturnTypeOfSignature(signature);
  return type?.getSymbol()?.name === 'Promise';
}
