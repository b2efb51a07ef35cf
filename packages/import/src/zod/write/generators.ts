import type { TextEdit } from '@toolwright/codegen/edits';
import { type Compiler, findNodes, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';

/**
 * Returns the edit that makes a generator return its result. For the AI SDK, the last value that a function yields is its result.
 * @throws NotMigrated if another `yield` may be the last, or if the values come from elsewhere
 */
export function lastYield(
  node: ts.Expression | ts.MethodDeclaration,
  { framework }: ForeignTool,
  compiler: Compiler,
): readonly TextEdit[] {
  // The result of an async function is awaited. Types of inline functions cost much with Zod 3.
  const isAwaited = isAsync(node) && !('asteriskToken' in node && node.asteriskToken);
  if (framework !== 'ai-sdk' || isAwaited || !iterates(node, compiler)) return [];
  const body = 'body' in node ? node.body : undefined;
  const last = body && typescript.isBlock(body) ? body.statements.at(-1) : undefined;
  const isGenerator = 'asteriskToken' in node && node.asteriskToken !== undefined;
  const isOwn = (one: ts.Node): one is ts.ReturnStatement =>
    typescript.isReturnStatement(one) && typescript.findAncestor(one, typescript.isFunctionLike) === node;
  const value = last && typescript.isExpressionStatement(last) ? last.expression : undefined;
  if (
    !isGenerator ||
    value === undefined ||
    !typescript.isYieldExpression(value) ||
    value.asteriskToken !== undefined ||
    findNodes(node, { ts: typescript }, isOwn).length > 0
  )
    throw new NotMigrated(node, 'its result is the last value that it yields: return it at the end instead');
  const start = value.getStart();
  return [{ start, end: start + 'yield'.length, text: 'return' }];
}

/** Whether the result of a function is a sequence of values. The compiler's name of `[Symbol.asyncIterator]` begins so. */
function iterates(node: ts.Node, { checker }: Compiler): boolean {
  const [signature] = checker.getTypeAtLocation(node).getCallSignatures();
  const type = signature && checker.getReturnTypeOfSignature(signature);
  const parts = type?.isUnion() ? type.types : type === undefined ? [] : [type];
  return parts.some((one) => one.getProperties().some(({ name }) => name.startsWith('__@asyncIterator')));
}

function isAsync(node: ts.Node): boolean {
  const modifiers = typescript.canHaveModifiers(node) ? typescript.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.AsyncKeyword) === true;
}
