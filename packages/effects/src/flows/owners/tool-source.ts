import type { ToolSite } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { FlowContext } from './flow-context.js';

/** A tool source in an expression that gives tools to an agent. */
export type SourceItem =
  | { readonly kind: 'tool'; readonly site: ToolSite }
  /** Another agent that is used as a tool, and the expression that refers to it. */
  | { readonly kind: 'agent'; readonly agent: ts.Expression; readonly bindings: Bindings }
  | { readonly kind: 'mcp'; readonly at: ts.Node }
  /** The provider's own web search. */
  | { readonly kind: 'search'; readonly at: ts.Node; readonly certainty: 'yes' | 'may' }
  | { readonly kind: 'unknown'; readonly reason: string; readonly at: ts.Node };

/** The arguments of the calls along the path, by parameter. */
export type Bindings = ReadonlyMap<ts.Node, Bound>;

export interface Bound {
  readonly value: ts.Expression;
  readonly bindings: Bindings;
}

export const NO_BINDINGS: Bindings = new Map();

/** Binds the parameters of a function to the arguments of a call. */
export function bind(
  { parameters }: ts.SignatureDeclaration,
  args: readonly ts.Expression[] | undefined,
  bindings: Bindings,
): Bindings {
  const bound = new Map(bindings);
  for (const [index, parameter] of parameters.entries()) {
    const value = args?.[index];
    if (value !== undefined && parameter.dotDotDotToken === undefined)
      bound.set(parameter, { value, bindings });
  }
  return bound;
}

export function returnedBy(
  owner: ts.SignatureDeclaration,
  { compiler: { ts } }: FlowContext,
): ts.Expression[] {
  const body = 'body' in owner ? owner.body : undefined;
  if (body === undefined) return [];
  if (!ts.isBlock(body)) return ts.isExpression(body) ? [body] : [];
  const found: ts.Expression[] = [];
  const open: ts.Node[] = [body];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    if (!ts.isFunctionLike(node) && !ts.isClassLike(node))
      ts.forEachChild(node, (child) => void open.push(child));
  }
  return found.reverse();
}
