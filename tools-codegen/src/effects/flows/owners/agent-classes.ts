import type { ts } from 'ts-morph';
import { walkNodes } from '../../sources/walk-nodes.js';
import { type FlowContext, plain } from './flow-context.js';
import { functionOf } from './resolve-tools.js';
import { returnedBy } from './tool-source.js';

/** Classes of agents. */
export const CLASSES = ['Agent', 'AgentBase', 'CapabilityAgent'];
/** The type of the class `Agent`: what it makes depends on its options. */
const CONSTRUCTOR = 'AgentConstructor';
/** Classes above one another, and parts of a type. */
const MAX_STEPS = 64;

/** Whether a value of a type is an agent, also through classes and mixins of the program. */
export function isAgentType(type: ts.Type, { compiler: { checker }, library }: FlowContext): boolean {
  const open = [type];
  const seen = new Set<ts.Type>();
  for (let one = open.pop(); one !== undefined && seen.size < MAX_STEPS; one = open.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    const symbol = one.getSymbol();
    if (symbol !== undefined && CLASSES.includes(symbol.name) && library.isNamed(symbol, symbol.name))
      return true;
    if (one.isUnionOrIntersection()) open.push(...one.types);
    else if (one.isClassOrInterface()) open.push(...checker.getBaseTypes(one));
  }
  return false;
}

/** Whether a value is a class of agents: `Agent`, also under another name, or what a mixin gives. */
export function isAgentClass(value: ts.Expression, context: FlowContext): boolean {
  return classTypes(value, context).some((type) => isClassType(type, context));
}

/** Whether a type is that of a class of agents. */
export function isClassType(type: ts.Type, context: FlowContext): boolean {
  if (context.library.isNamed(type.getSymbol(), CONSTRUCTOR)) return true;
  const { checker } = context.compiler;
  const made = type.getConstructSignatures();
  return made.some((signature) => isAgentType(checker.getReturnTypeOfSignature(signature), context));
}

/** The types that a value may have, without `undefined`. */
function classTypes(value: ts.Expression, { compiler: { checker } }: FlowContext): readonly ts.Type[] {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(value));
  return type.isUnion() ? type.types : [type];
}

/** Whether `new` makes an agent. */
export function makesAgent(node: ts.NewExpression, context: FlowContext): boolean {
  return (
    isAgentType(context.compiler.checker.getTypeAtLocation(node), context) ||
    isAgentClass(node.expression, context) ||
    // The class behind a cast.
    isAgentClass(plain(node.expression, context.compiler), context)
  );
}

/** The arguments of a construction, and those of `super(…)` in the classes of the program on the way to Toolwright's. */
export function optionsOf(node: ts.NewExpression, context: FlowContext): readonly ts.Expression[] {
  const found = [...(node.arguments ?? [])];
  const open: ts.Expression[] = [node.expression];
  const seen = new Set<ts.Node>();
  for (let one = open.pop(); one !== undefined && seen.size < MAX_STEPS; one = open.pop()) {
    for (const owner of classesAt(plain(one, context.compiler), context)) {
      if (seen.has(owner)) continue;
      seen.add(owner);
      found.push(...superArguments(owner, context));
      const base = baseOf(owner, context);
      if (base !== undefined) open.push(base);
    }
  }
  return found;
}

function baseOf(
  owner: ts.ClassLikeDeclaration,
  { compiler: { ts } }: FlowContext,
): ts.Expression | undefined {
  const clause = owner.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0]?.expression;
}

/** The classes of the program that an expression may be: by name, or as the result of a mixin. */
function classesAt(value: ts.Expression, context: FlowContext): readonly ts.ClassLikeDeclaration[] {
  const { compiler, analysis } = context;
  const { ts } = compiler;
  if (ts.isClassLike(value)) return [value];
  if (ts.isCallExpression(value)) {
    const callee = plain(value.expression, compiler);
    const isWritten = ts.isArrowFunction(callee) || ts.isFunctionExpression(callee);
    const mixin = isWritten ? callee : functionOf(analysis.symbolOf(callee)?.valueDeclaration, context);
    const returned = mixin === undefined ? [] : returnedBy(mixin, context);
    const inner = returned.flatMap((one) => classesNamed(plain(one, compiler), context));
    // What a mixin extends is among its arguments.
    return [...inner, ...value.arguments.flatMap((one) => classesNamed(plain(one, compiler), context))];
  }
  return classesNamed(value, context);
}

function classesNamed(
  value: ts.Expression,
  { compiler: { ts }, analysis }: FlowContext,
): readonly ts.ClassLikeDeclaration[] {
  if (ts.isClassLike(value)) return [value];
  const declared = analysis.symbolOf(value)?.valueDeclaration;
  if (declared === undefined || !analysis.isOwn(declared.getSourceFile())) return [];
  if (ts.isClassLike(declared)) return [declared];
  const initial = ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
  return initial !== undefined && ts.isClassLike(initial) ? [initial] : [];
}

/** The arguments of `super(…)` in the constructor of a class, without parameters that are handed on as they are. */
function superArguments(
  owner: ts.ClassLikeDeclaration,
  { compiler: { ts }, analysis }: FlowContext,
): readonly ts.Expression[] {
  const made = owner.members.find(ts.isConstructorDeclaration);
  const given: ts.Expression[] = [];
  walkNodes(ts, made?.body === undefined ? [] : [made.body], (node) => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword)
      given.push(...node.arguments);
    return !ts.isClassLike(node);
  });
  return given.filter((one) => {
    const name = ts.isSpreadElement(one) ? one.expression : one;
    const declared = ts.isIdentifier(name) ? analysis.symbolOf(name)?.valueDeclaration : undefined;
    return declared === undefined || declared.parent !== made || !isHandedOn(declared, ts);
  });
}

function isHandedOn(declared: ts.Declaration, ts_: typeof ts): boolean {
  return ts_.isParameter(declared) && declared.initializer === undefined;
}
