import type { ts } from 'ts-morph';
import { findEffects } from '../../walk/externals.js';
import { textualName } from '../../walk/textual-name.js';
import { type FlowContext, plain, short } from './flow-context.js';
import { type Registrations, readRegistration } from './registrations.js';
import { type Bindings, bind, returnedBy, type SourceItem } from './tool-source.js';
import { REGISTERING } from './written-calls.js';

/** Finds the tools that an expression gives to an agent. An expression that cannot be analysed is also returned as an item. */
export type ResolveTools = (expression: ts.Expression, bindings: Bindings) => readonly SourceItem[];

/** Maximum number of names, calls and wrappers to follow. */
const MAX_DEPTH = 24;

export function createToolResolution(context: FlowContext, registrations: Registrations): ResolveTools {
  return (expression, bindings) => resolve(expression, bindings, MAX_DEPTH, { ...context, registrations });
}

interface Resolution extends FlowContext {
  readonly registrations: Registrations;
}

type Items = readonly SourceItem[];

function resolve(expression: ts.Expression, bindings: Bindings, depth: number, context: Resolution): Items {
  const { compiler, library, analysis } = context;
  const { ts } = compiler;
  const value = plain(expression, compiler);
  if (depth === 0) return [unknown(value)];
  const next = (one: ts.Expression): Items => resolve(one, bindings, depth - 1, context);
  if (ts.isConditionalExpression(value)) return [...next(value.whenTrue), ...next(value.whenFalse)];
  if (ts.isBinaryExpression(value)) return [...next(value.left), ...next(value.right)];
  if (ts.isArrayLiteralExpression(value)) return value.elements.flatMap(next);
  if (ts.isSpreadElement(value)) return next(value.expression);
  if (isNothing(value, ts)) return [];
  if (ts.isNewExpression(value)) {
    if (library.isNamed(analysis.symbolOf(value.expression), 'ToolRegistry')) {
      context.followed.add(value);
      return [];
    }
    return resolveWrapped(value, bindings, depth, context);
  }
  if (ts.isCallExpression(value)) return resolveCall(value, bindings, depth, context);
  return resolveName(value, bindings, depth, context);
}

/** Resolves a call that registers tools in a chain, calls a function of the program, or wraps the tools that it is passed. */
function resolveCall(call: ts.CallExpression, bindings: Bindings, depth: number, context: Resolution): Items {
  const { compiler, analysis } = context;
  const { ts } = compiler;
  const callee = plain(call.expression, compiler);
  if (
    ts.isPropertyAccessExpression(callee) &&
    REGISTERING.has(callee.name.text) &&
    isRegistry(callee.expression, context)
  )
    return [
      ...resolve(callee.expression, bindings, depth - 1, context),
      ...readRegistration(call, bindings, context),
    ];
  const owner = functionOf(analysis.symbolOf(callee)?.valueDeclaration, context);
  if (owner === undefined) return resolveWrapped(call, bindings, depth, context);
  const inner = bind(owner, call.arguments, bindings);
  const returned = returnedBy(owner, context);
  if (returned.length === 0) return [unknown(call)];
  return returned.flatMap((value) => resolve(value, inner, depth - 1, context));
}

/** Resolves the tools that are passed to a class or function that takes and returns tools, such as a logging wrapper. */
function resolveWrapped(
  node: ts.NewExpression | ts.CallExpression,
  bindings: Bindings,
  depth: number,
  context: Resolution,
): Items {
  const { compiler } = context;
  const given = (node.arguments ?? []).filter((argument) => givesTools(argument, compiler));
  if (given.length > 0) return given.flatMap((value) => resolve(value, bindings, depth - 1, context));
  return isHarmless(node, context) ? [] : [unknown(node)];
}

function resolveName(value: ts.Expression, bindings: Bindings, depth: number, context: Resolution): Items {
  const { compiler, analysis, registrations } = context;
  const { ts } = compiler;
  const declaration = analysis.symbolOf(value)?.valueDeclaration;
  if (declaration === undefined) return [unknown(value)];
  const added = registrations.of(declaration).flatMap((call) => readRegistration(call, bindings, context));
  const bound = bindings.get(declaration);
  if (bound !== undefined) return [...resolve(bound.value, bound.bindings, depth - 1, context), ...added];
  const values = valuesOf(declaration, context);
  const isServer = context.library.isNamed(
    compiler.checker.getTypeAtLocation(value).getSymbol(),
    'McpConnection',
  );
  if (isServer) return [{ kind: 'mcp', at: value }];
  const owner = functionOf(declaration, context);
  if (owner !== undefined && ts.isGetAccessor(owner))
    return returnedBy(owner, context).flatMap((one) => resolve(one, bindings, depth - 1, context));
  if (values.length === 0) return [unknown(value), ...added];
  return [...values.flatMap((one) => resolve(one, bindings, depth - 1, context)), ...added];
}

/** Returns the values that the program stores under a name or passes to a parameter. */
export function valuesOf(
  declaration: ts.Declaration,
  { compiler, analysis }: FlowContext,
): readonly ts.Expression[] {
  const { ts } = compiler;
  const { implementations } = analysis;
  const found: ts.Expression[] = [];
  if ('initializer' in declaration && declaration.initializer !== undefined)
    // In every declaration that has a member `initializer`, it is an expression.
    found.push(declaration.initializer as ts.Expression);
  if (ts.isShorthandPropertyAssignment(declaration)) found.push(declaration.name);
  const isHolder =
    ts.isVariableDeclaration(declaration) ||
    ts.isPropertyDeclaration(declaration) ||
    ts.isParameter(declaration);
  if (isHolder) found.push(...implementations.storedUnder(declaration, declaration.name.getText()));
  if (ts.isParameter(declaration)) {
    const owner = declaration.parent;
    const index = owner.parameters.indexOf(declaration);
    const calls = ts.isConstructorDeclaration(owner)
      ? implementations.constructionsOf(owner.parent)
      : implementations.callsOf(owner);
    found.push(...calls.flatMap(({ arguments: args }) => args?.[index] ?? []));
  }
  return found;
}

export function functionOf(
  declaration: ts.Declaration | undefined,
  { compiler: { ts }, analysis }: FlowContext,
): ts.SignatureDeclaration | undefined {
  if (declaration === undefined || !analysis.isOwn(declaration.getSourceFile())) return undefined;
  if (ts.isFunctionLike(declaration))
    return 'body' in declaration && declaration.body !== undefined ? declaration : undefined;
  const initial =
    ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration)
      ? declaration.initializer
      : undefined;
  return initial !== undefined && (ts.isArrowFunction(initial) || ts.isFunctionExpression(initial))
    ? initial
    : undefined;
}

/** Whether a value has the methods of a tool source, or is a list of such values. */
function givesTools(value: ts.Expression, { ts, checker }: FlowContext['compiler']): boolean {
  if (ts.isArrayLiteralExpression(value)) return value.elements.length > 0;
  const type = checker.getNonNullableType(checker.getTypeAtLocation(value));
  const has = (name: string): boolean => checker.getPropertyOfType(type, name) !== undefined;
  return has('listTools') && has('execute');
}

export function isRegistry(
  value: ts.Expression | ts.BindingPattern,
  { compiler: { checker }, library }: FlowContext,
): boolean {
  const type = checker.getTypeAtLocation(value);
  const symbols = [type.getSymbol(), type.aliasSymbol];
  return (
    symbols.some((symbol) => library.isNamed(symbol, 'ToolRegistry')) ||
    checker.getPropertyOfType(type, 'registerFrom') !== undefined
  );
}

/** Whether the table of effects lists a package's function as having no effects. */
function isHarmless(
  { expression }: ts.NewExpression | ts.CallExpression,
  { compiler, analysis }: FlowContext,
): boolean {
  const { ts } = compiler;
  const callee = plain(expression, compiler);
  if (!ts.isIdentifier(callee) && !ts.isPropertyAccessExpression(callee)) return false;
  const name = textualName(callee, compiler);
  if (name === undefined || analysis.lookup.findPackage(name.module) === undefined) return false;
  return findEffects([name], true, analysis.lookup).effects.length === 0;
}

function isNothing(value: ts.Expression, { isIdentifier, SyntaxKind }: typeof ts): boolean {
  return value.kind === SyntaxKind.NullKeyword || (isIdentifier(value) && value.text === 'undefined');
}

function unknown(at: ts.Node): SourceItem {
  return { kind: 'unknown', reason: `tools from \`${short(at)}\``, at };
}
