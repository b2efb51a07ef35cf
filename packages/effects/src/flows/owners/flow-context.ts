import {
  type Compiler,
  type LibrarySymbols,
  type ToolSite,
  unwrap,
  wrapped,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Analysis } from '../../walk/analysis.js';

/** Data for the search for registries and agents. */
export interface FlowContext {
  readonly compiler: Compiler;
  readonly analysis: Analysis;
  readonly library: LibrarySymbols;
  readonly sites: readonly ToolSite[];
  readonly calls: WrittenCalls;
  /** The registries that have been followed, and the calls that fill them. Grows while owners are resolved. */
  readonly followed: Set<ts.Node>;
  readonly files: readonly ts.SourceFile[];
  /** Request options that have been assigned to an agent. Grows while agents are found. */
  readonly provided: Set<ts.Node>;
  /** A cache of whether the value of a name never changes. */
  readonly onlyRead: Map<ts.Node, boolean>;
}

/** The calls of the program that may concern registries and agents. */
export interface WrittenCalls {
  readonly constructions: readonly ts.NewExpression[];
  readonly all: readonly ts.CallExpression[];
  /** Calls to `register`, `registerFrom` and `addTo`. The last adds the tools of a server. */
  readonly registering: readonly ts.CallExpression[];
  /** Request options that may enable the provider's built-in tools. */
  readonly requestOptions: readonly { readonly name: string; readonly value: ts.Expression }[];
  /**
   * References, other than calls, to methods that fill registries: `registry.register` in `bind`, `registry['register']`,
   * `registry[name](…)`.
   */
  readonly taken: readonly (ts.PropertyAccessExpression | ts.ElementAccessExpression)[];
  /** Destructuring patterns that extract these methods: `const { register } = registry`. */
  readonly takenByPattern: readonly ts.BindingElement[];
}

/** Removes wrappers and `await` from an expression. */
export function plain(expression: ts.Expression, { ts }: Compiler): ts.Expression {
  let inner = unwrap(expression, ts);
  while (ts.isAwaitExpression(inner)) inner = unwrap(inner.expression, ts);
  return inner;
}

/** Returns the name of the called function: `registerFrom` in `registry.registerFrom(…)`. */
export function calledName({ expression }: ts.CallExpression, { ts }: Compiler): string | undefined {
  const callee = unwrap(expression, ts);
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
}

export function receiverOf({ expression }: ts.CallExpression, compiler: Compiler): ts.Expression | undefined {
  const callee = unwrap(expression, compiler.ts);
  return compiler.ts.isPropertyAccessExpression(callee) ? plain(callee.expression, compiler) : undefined;
}

/** Whether Toolwright declares a function, a class or a value. */
export function isOfLibrary(symbol: ts.Symbol | undefined, { library }: FlowContext): boolean {
  return symbol !== undefined && library.isNamed(symbol, symbol.name);
}

/**
 * Returns the name of the variable, member or parameter that holds a value; otherwise, that of the class that contains `super`, or of the
 * callee.
 */
export function nameAround(node: ts.Expression, { ts }: Compiler): string {
  let outer = wrapped(node, ts);
  while (
    ts.isAwaitExpression(outer.parent) ||
    ts.isPropertyAccessExpression(outer.parent) ||
    isCallee(outer, ts)
  )
    outer = wrapped(outer.parent, ts);
  const { parent } = outer;
  const isHolder =
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isParameter(parent);
  if (isHolder && ts.isIdentifier(parent.name)) return parent.name.text;
  const made = ts.isNewExpression(node) || ts.isCallExpression(node) ? node.expression : node;
  const owner =
    made.kind === ts.SyntaxKind.SuperKeyword ? ts.findAncestor(node, ts.isClassLike)?.name : undefined;
  return owner?.text ?? made.getText().split('.')[0]?.slice(0, 60) ?? 'agent';
}

function isCallee(node: ts.Node, ts_: typeof ts): boolean {
  return ts_.isCallExpression(node.parent) && node.parent.expression === node;
}

/** Returns the beginning of a node's text, for messages. */
export function short(node: ts.Node): string {
  return node.getText().slice(0, 60).replaceAll(/\s+/g, ' ').trim();
}
