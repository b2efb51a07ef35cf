import type { ts } from 'ts-morph';
import type { Compiler } from '../../../compiler/compiler.js';
import { unwrap } from '../../../compiler/unwrap.js';
import type { LibrarySymbols } from '../../../discover/library-symbols.js';
import type { ToolSite } from '../../../discover/sites/tool-site.js';
import type { Analysis } from '../../walk/analysis.js';

/** What the search for registries and agents needs. */
export interface FlowContext {
  readonly compiler: Compiler;
  readonly analysis: Analysis;
  readonly library: LibrarySymbols;
  readonly sites: readonly ToolSite[];
  readonly calls: WrittenCalls;
  /** The calls that were followed to a registry. Grows while owners are resolved. */
  readonly followed: Set<ts.Node>;
  /** The files of the program. */
  readonly files: readonly ts.SourceFile[];
  /** Options of requests that were read for an agent. Grows while agents are found. */
  readonly provided: Set<ts.Node>;
  /** What is known of names that hold lists and options. */
  readonly laterChanges: Map<ts.Node, LaterChanges>;
}

/** The calls of the program that may concern registries and agents. */
export interface WrittenCalls {
  readonly constructions: readonly ts.NewExpression[];
  readonly all: readonly ts.CallExpression[];
  /** By the name that is called. */
  readonly calls: ReadonlyMap<string, readonly ts.CallExpression[]>;
  /** Calls that get values by their names, directly or in an object. */
  readonly withNames: readonly {
    readonly node: ts.CallExpression;
    readonly names: readonly ts.Expression[];
  }[];
  /** Options of requests that may turn on tools of the provider. */
  readonly requestOptions: readonly { readonly name: string; readonly value: ts.Expression }[];
  /** Methods that fill registries, where they are taken without a call: `registry.register` in `bind`, `registry['register']`, `registry[name](…)`. */
  readonly taken: readonly (ts.PropertyAccessExpression | ts.ElementAccessExpression)[];
  /** Where they are taken out by a pattern: `const { register } = registry`. */
  readonly takenByPattern: readonly ts.BindingElement[];
}

/** An expression without wrappers and `await`. */
export function plain(expression: ts.Expression, { ts }: Compiler): ts.Expression {
  let inner = unwrap(expression, ts);
  while (ts.isAwaitExpression(inner)) inner = unwrap(inner.expression, ts);
  return inner;
}

/** The name that a call calls: `registerFrom` in `registry.registerFrom(…)`. */
export function calledName({ expression }: ts.CallExpression, { ts }: Compiler): string | undefined {
  const callee = unwrap(expression, ts);
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
}

/** The object whose method a call calls. */
export function receiverOf({ expression }: ts.CallExpression, compiler: Compiler): ts.Expression | undefined {
  const callee = unwrap(expression, compiler.ts);
  return compiler.ts.isPropertyAccessExpression(callee) ? plain(callee.expression, compiler) : undefined;
}

/** The start of a chain of calls: `registry` in `registry.register(a).register(b)`. */
export function chainRoot(call: ts.CallExpression, compiler: Compiler): ts.Expression | undefined {
  let root = receiverOf(call, compiler);
  while (root !== undefined && compiler.ts.isCallExpression(root)) {
    const next = receiverOf(root, compiler);
    if (next === undefined) return root;
    root = next;
  }
  return root;
}

/** What the program does with an object or a list after it was written. */
export interface LaterChanges {
  /** `options.handoffs = …`, also under another name. */
  readonly members: { readonly name: string; readonly value: ts.Expression }[];
  /** What `Object.assign` puts into it. */
  readonly merged: ts.Expression[];
  /** Whether it is changed in another way. */
  isChanged: boolean;
  /** Whether it is handed to code that may change it. */
  isUnclear: boolean;
}
