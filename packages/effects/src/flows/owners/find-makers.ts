import { unwrap, wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { walkNodes } from '../../sources/walk-nodes.js';
import { type FlowContext, isOfLibrary, plain } from './flow-context.js';

/** The names of Toolwright's agent classes. */
export const CLASSES = ['Agent', 'AgentBase', 'CapabilityAgent'];
/** Toolwright's functions that take the options of an agent. */
const FUNCTIONS = ['agentCall', 'buildAgent', 'durableAgent', 'openSession'];
/** The type of the class `Agent`; the options determine the type of the instance. */
const CONSTRUCTOR = 'AgentConstructor';
/** Maximum number of base classes and type parts to follow. */
const MAX_STEPS = 64;

/** Whether a value of this type is an agent, including classes and mixins of the program. */
export function isAgentType(type: ts.Type, { compiler: { checker }, library }: FlowContext): boolean {
  const open = [type];
  const seen = new Set<ts.Type>();
  for (let one = open.pop(); one !== undefined && seen.size < MAX_STEPS; one = open.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    const symbol = one.getSymbol();
    if (CLASSES.some((name) => library.isNamed(symbol, name))) return true;
    if (one.isUnionOrIntersection()) open.push(...one.types);
    else if (one.isClassOrInterface()) open.push(...checker.getBaseTypes(one));
  }
  return false;
}

/** Whether a type is that of an agent class or of a Toolwright function that creates agents. */
function isMakerType(given: ts.Type, context: FlowContext): boolean {
  const { checker } = context.compiler;
  const type = checker.getNonNullableType(checker.getBaseConstraintOfType(given) ?? given);
  return (type.isUnion() ? type.types : [type]).some((one) => {
    const symbol = one.getSymbol();
    if ([CONSTRUCTOR, ...FUNCTIONS].some((name) => context.library.isNamed(symbol, name))) return true;
    const made = one.getConstructSignatures();
    return made.some((signature) => isAgentType(checker.getReturnTypeOfSignature(signature), context));
  });
}

/** Whether a value, even inside a cast, is an agent class or a function that creates agents, judging by its type. */
export function isMaker(value: ts.Expression, context: FlowContext): boolean {
  const { compiler } = context;
  return [value, plain(value, compiler)].some((one) =>
    isMakerType(compiler.checker.getTypeAtLocation(one), context),
  );
}

/**
 * Determines which constructor receives the arguments: Toolwright's, or one of the program, whose `super` call is read separately. Returns
 * undefined if it cannot be analysed.
 */
export function constructorOf(callee: ts.Expression, context: FlowContext): 'library' | 'own' | undefined {
  const { compiler, analysis, library } = context;
  const { ts, checker } = compiler;
  let value: ts.Expression | undefined = callee;
  for (let step = 0; value !== undefined && step < MAX_STEPS; step += 1) {
    const base: ts.Expression = plain(value, compiler);
    const types: readonly (ts.Symbol | undefined)[] = [base, value].map((one) =>
      checker.getTypeAtLocation(one).getSymbol(),
    );
    const symbols: readonly (ts.Symbol | undefined)[] = [analysis.symbolOf(base), ...types];
    if ([...CLASSES, CONSTRUCTOR].some((name) => symbols.some((one) => library.isNamed(one, name))))
      return 'library';
    const declared: ts.Declaration | undefined = ts.isClassLike(base) ? base : symbols[0]?.valueDeclaration;
    if (declared === undefined || !ts.isClassLike(declared) || !analysis.isOwn(declared.getSourceFile()))
      return undefined;
    const made = declared.members.find(ts.isConstructorDeclaration);
    if (made !== undefined && !handsOn(made, ts)) return 'own';
    const clause: ts.HeritageClause | undefined = declared.heritageClauses?.find(
      ({ token }) => token === ts.SyntaxKind.ExtendsKeyword,
    );
    value = clause?.types[0]?.expression;
  }
  return undefined;
}

/** Whether a constructor passes its parameters to `super` unchanged. */
export function handsOn({ parameters, body }: ts.ConstructorDeclaration, ts_: typeof ts): boolean {
  const [first] = body?.statements ?? [];
  const call = first !== undefined && ts_.isExpressionStatement(first) ? first.expression : undefined;
  if (call === undefined || !ts_.isCallExpression(call)) return false;
  const names = parameters.flatMap(({ name, initializer }) =>
    initializer === undefined ? name.getText() : [],
  );
  const isSuper = call.expression.kind === ts_.SyntaxKind.SuperKeyword;
  return isSuper && call.arguments.every((one) => names.includes(one.getText()));
}

/** The program's uses of classes and functions that create agents (makers), apart from calls. */
export interface MakerUses {
  /** The names that refer to makers. */
  readonly names: ReadonlySet<string>;
  /** Whether a maker is used as a value, so that any call may call it. */
  readonly isHeld: boolean;
  /** Expressions where a maker's type is lost, so that an agent that cannot be analysed may be created there. */
  readonly lost: readonly ts.Expression[];
}

export function findMakerUses(context: FlowContext): MakerUses {
  const { compiler, files } = context;
  const { ts } = compiler;
  const names = makerNames(context);
  const held = new RegExp(
    `\\btypeof\\s+(?:\\w+\\.)?(?:${FUNCTIONS.join('|')})\\b|\\['(?:${FUNCTIONS.join('|')})'\\]`,
  );
  let isHeld = files.some(({ text }) => held.test(text));
  const lost: ts.Expression[] = [];
  walkNodes(ts, files, (node) => {
    if (ts.isTypeNode(node)) return false;
    if (!ts.isIdentifier(node) || !names.has(node.text)) return true;
    const value = usedValue(node, ts);
    if (value === undefined || !isMaker(value, context)) return true;
    isHeld = true;
    const at = findLost(value, context);
    if (at !== undefined) lost.push(at);
    return true;
  });
  return { names, isHeld, lost };
}

/** Returns the names and aliases of Toolwright's classes and functions, and of the program's classes that extend them. */
function makerNames(context: FlowContext): ReadonlySet<string> {
  const { ts, checker } = context.compiler;
  const names = new Set([...CLASSES, ...FUNCTIONS]);
  walkNodes(ts, context.files, (node) => {
    if (ts.isTypeNode(node)) return false;
    if (ts.isImportSpecifier(node) || ts.isBindingElement(node)) {
      const { name, propertyName } = node;
      if (propertyName !== undefined && ts.isIdentifier(name) && names.has(propertyName.getText()))
        names.add(name.text);
    } else if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const value = node.initializer && unwrap(node.initializer, ts);
      if (value !== undefined && ts.isIdentifier(value) && names.has(value.text)) names.add(node.name.text);
    } else if (ts.isClassLike(node) && node.name !== undefined && node.heritageClauses !== undefined) {
      if (isAgentType(checker.getTypeAtLocation(node), context)) names.add(node.name.text);
    }
    return true;
  });
  return names;
}

/** Returns the expression that a name is part of, including a preceding namespace. Undefined if the name is not used as a value. */
function usedValue(name: ts.Identifier, ts_: typeof ts): ts.Expression | undefined {
  const { parent } = name;
  const value = ts_.isPropertyAccessExpression(parent) && parent.name === name ? parent : name;
  const outer = value.parent;
  const isNamed =
    ts_.isImportSpecifier(outer) ||
    ts_.isExportSpecifier(outer) ||
    ts_.isImportClause(outer) ||
    (ts_.isBindingElement(outer) && outer.initializer !== value) ||
    ts_.isExpressionWithTypeArguments(outer) ||
    ('name' in outer && outer.name === value && !ts_.isShorthandPropertyAssignment(outer));
  return isNamed || isCalled(value, ts_) ? undefined : value;
}

function isCalled(value: ts.Node, ts_: typeof ts): boolean {
  const outer = wrapped(value, ts_);
  const { parent } = outer;
  return (ts_.isCallExpression(parent) || ts_.isNewExpression(parent)) && parent.expression === outer;
}

/** Follows a value outwards until a type or other code loses its type. Returns that expression, or undefined if the type is kept. */
function findLost(value: ts.Expression, context: FlowContext): ts.Expression | undefined {
  const { ts, checker } = context.compiler;
  let isInside = false;
  for (let node = value; ; ) {
    const { parent } = node;
    const given =
      ts.isAsExpression(parent) || ts.isTypeAssertionExpression(parent)
        ? parent.type.getText() === 'const'
          ? undefined
          : checker.getTypeAtLocation(parent)
        : checker.getContextualType(node);
    const isArgument =
      (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== node;
    if (isArgument) return isHandedOn(node, parent, isInside, context) ? parent : undefined;
    if (given !== undefined && loses(given, isInside, context)) return node;
    if (ts.isPropertyAccessExpression(parent)) return takesApart(parent, ts);
    const isMember = ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent);
    if (isMember || ts.isArrayLiteralExpression(parent)) isInside = true;
    else if (!isTransparent(parent, node, ts)) return undefined;
    node = isMember ? parent.parent : (parent as ts.Expression); // all of these are expressions
  }
}

/** Whether a call passes a value to code whose types do not show that it receives a maker. */
function isHandedOn(
  value: ts.Expression,
  call: ts.CallExpression | ts.NewExpression,
  isInside: boolean,
  context: FlowContext,
): boolean {
  const {
    compiler: { ts, checker },
    analysis,
  } = context;
  const callee = plain(call.expression, context.compiler);
  const symbol = analysis.symbolOf(callee);
  if (isOfLibrary(symbol, context) || /^console\b/.test(callee.getText())) return false;
  const declared = symbol?.valueDeclaration;
  const owner = declared && ts.isVariableDeclaration(declared) ? declared.initializer : (declared ?? callee);
  const written = owner && ts.isExpression(owner) ? unwrap(owner, ts) : owner;
  const isFollowed =
    written !== undefined && ts.isFunctionLike(written) && analysis.isOwn(written.getSourceFile());
  const parameter = isFollowed ? written.parameters[call.arguments?.indexOf(value) ?? -1] : undefined;
  return isInside || parameter === undefined || !isMakerType(checker.getTypeAtLocation(parameter), context);
}

/** Finds code such as `agentCall.bind(…)` or `Agent.prototype.constructor`. */
function takesApart(access: ts.PropertyAccessExpression, ts_: typeof ts): ts.Expression | undefined {
  const { parent } = access;
  const isMade =
    access.name.text === 'prototype' &&
    ts_.isPropertyAccessExpression(parent) &&
    parent.name.text === 'constructor';
  if (!isMade && !['bind', 'call', 'apply'].includes(access.name.text)) return undefined;
  const outer = wrapped(isMade ? parent : access, ts_).parent;
  return ts_.isCallExpression(outer) || ts_.isNewExpression(outer) ? outer : access;
}

function isTransparent(parent: ts.Node, node: ts.Node, ts_: typeof ts): boolean {
  if (ts_.isConditionalExpression(parent)) return parent.condition !== node;
  if (ts_.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    const { BarBarToken, QuestionQuestionToken, AmpersandAmpersandToken, CommaToken } = ts_.SyntaxKind;
    return [BarBarToken, QuestionQuestionToken, AmpersandAmpersandToken, CommaToken].includes(kind);
  }
  return wrapped(node, ts_) !== node || ts_.isAwaitExpression(parent);
}

/** Whether a type hides that a value is, or contains, a maker. */
function loses(type: ts.Type, isInside: boolean, context: FlowContext): boolean {
  const { Any, Unknown, NonPrimitive, TypeParameter } = context.compiler.ts.TypeFlags;
  if ((type.flags & (Any | Unknown | NonPrimitive)) !== 0) return true;
  return (type.flags & TypeParameter) === 0 && !isInside && !isMakerType(type, context);
}
