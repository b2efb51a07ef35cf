import { outerParent } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isAssignment } from '../../sources/source-index.js';
import { walkNodes } from '../../sources/walk-nodes.js';
import { isMaker } from './find-makers.js';
import { calledName, type FlowContext, isOfLibrary, plain, receiverOf } from './flow-context.js';
import { returnedBy } from './tool-source.js';

/** Options that hold tools: first those of agents, then those of agents with capabilities. */
export const TOOL_OPTIONS = ['toolRegistry', 'mainTools', 'updateTools'];
/** Options that give an agent access to more than its own tools. */
const REACHING = [...TOOL_OPTIONS, 'handoffs', 'agent', 'agents', 'webSearchOptions', 'extraBody', 'prompt'];

/** The options with which an agent is constructed. */
export interface AgentOptions {
  readonly values: Map<string, ts.Expression[]>;
  readonly opaque: ts.Node[];
  /** Whether the options may change later, in which case their policies guard nothing. */
  isChanged?: boolean;
}

export function noOptions(): AgentOptions {
  return { values: new Map(), opaque: [] };
}

/**
 * Reads the members of an options object, through conditions, spreads, `Object.assign`, and constants that never change. Any other
 * expression that may hold options is opaque.
 * @param isCertain Whether the options always apply and replace earlier ones.
 */
export function readOptions(
  given: ts.Expression,
  options: AgentOptions,
  context: FlowContext,
  isCertain = true,
): void {
  const { compiler } = context;
  const { ts } = compiler;
  const value = plain(given, compiler);
  if (ts.isConditionalExpression(value) || ts.isBinaryExpression(value)) {
    const parts = ts.isConditionalExpression(value)
      ? [value.whenTrue, value.whenFalse]
      : // A falsy value has no options.
        [
          ...(value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? [] : [value.left]),
          value.right,
        ];
    for (const one of parts) readOptions(one, options, context, false);
  } else if (ts.isSpreadElement(value)) readOptions(value.expression, options, context, isCertain);
  else if (ts.isCallExpression(value) && isJoining(value, context))
    for (const one of value.arguments) readOptions(one, options, context, isCertain);
  else if (ts.isObjectLiteralExpression(value))
    for (const member of value.properties) readMember(member, options, context, isCertain);
  else readName(value, options, context, isCertain);
}

function isJoining(call: ts.CallExpression, { compiler }: FlowContext): boolean {
  const isObject = receiverOf(call, compiler)?.getText() === 'Object';
  return isObject && ['assign', 'freeze', 'seal'].includes(calledName(call, compiler) ?? '');
}

function readName(
  value: ts.Expression,
  options: AgentOptions,
  context: FlowContext,
  isCertain: boolean,
): void {
  const { compiler, analysis } = context;
  const { ts } = compiler;
  const declared = ts.isIdentifier(value) ? analysis.symbolOf(value)?.valueDeclaration : undefined;
  const initial =
    declared !== undefined && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
  const literal = initial && plain(initial, compiler);
  const isWritten =
    literal !== undefined &&
    (ts.isObjectLiteralExpression(literal) || (ts.isCallExpression(literal) && isJoining(literal, context)));
  if (declared !== undefined && isWritten) {
    readOptions(literal, options, context, isCertain);
    if (isOnlyRead(declared, context)) return;
  } else if (!mayReach(value, context)) return;
  options.opaque.push(value);
  options.isChanged = true;
}

function readMember(
  member: ts.ObjectLiteralElementLike,
  options: AgentOptions,
  context: FlowContext,
  isCertain: boolean,
): void {
  const { compiler } = context;
  const { ts } = compiler;
  if (ts.isSpreadAssignment(member)) {
    readOptions(member.expression, options, context, isCertain);
    return;
  }
  const { name } = member;
  const key = ts.isComputedPropertyName(name) ? plain(name.expression, compiler) : name;
  const text = ts.isIdentifier(name) || ts.isStringLiteralLike(key) ? (key as ts.Identifier).text : undefined;
  const isGetter = !ts.isPropertyAssignment(member) && !ts.isShorthandPropertyAssignment(member);
  const values = ts.isPropertyAssignment(member)
    ? [member.initializer]
    : ts.isShorthandPropertyAssignment(member)
      ? [member.name]
      : returnedBy(member, context);
  // A getter may return a different value each time.
  if (text !== undefined && !(isGetter && text === 'policies')) addOption(options, text, values, isCertain);
  // A computed name may be any name.
  if (text === undefined || (values.length === 0 && REACHING.includes(text))) {
    options.opaque.push(member);
    options.isChanged = true;
  }
}

export function addOption(
  { values }: AgentOptions,
  name: string,
  given: readonly ts.Expression[],
  isCertain = true,
): void {
  if (isCertain) values.set(name, [...given]);
  // A policy that may be missing guards nothing.
  else if (name !== 'policies') values.set(name, [...(values.get(name) ?? []), ...given]);
}

/** Whether an agent may have access to more than the type of its options object declares. */
function mayReach(value: ts.Expression, { compiler: { ts, checker } }: FlowContext): boolean {
  const given = checker.getTypeAtLocation(value);
  const { Any, Unknown, NonPrimitive, TypeParameter, StringLike } = ts.TypeFlags;
  // The constraint of a type parameter does not show other members.
  if ((given.flags & (Any | Unknown | NonPrimitive | TypeParameter)) !== 0) return true;
  const type = checker.getNonNullableType(given);
  return (type.isUnion() ? type.types : [type]).some((one) => {
    // The members may have any name, as in `Record<string, unknown>` or the result of `Object.fromEntries`.
    const member = one.getStringIndexType();
    if (member !== undefined && (member.flags & StringLike) === 0) return true;
    return [...REACHING, 'policies'].some((name) => checker.getPropertyOfType(one, name) !== undefined);
  });
}

/**
 * Whether an array or object is never mutated: every reference copies it, passes it to Toolwright, or reads a string or number from it.
 */
export function isOnlyRead(declaration: ts.Declaration, context: FlowContext): boolean {
  const known = context.onlyRead.get(declaration);
  if (known !== undefined) return known;
  const { compiler, analysis, files } = context;
  const { ts } = compiler;
  const name = ts.getNameOfDeclaration(declaration);
  const text = name !== undefined && ts.isIdentifier(name) ? name.text : undefined;
  let isRead = text !== undefined;
  walkNodes(ts, text === undefined ? [] : files.filter((file) => file.text.includes(text)), (node) => {
    if (!isRead || ts.isTypeNode(node)) return false;
    const isUse =
      ts.isIdentifier(node) &&
      node.text === text &&
      node !== name &&
      analysis.symbolOf(node)?.valueDeclaration === declaration;
    if (isUse && !isReading(node, context)) isRead = false;
    return true;
  });
  context.onlyRead.set(declaration, isRead);
  return isRead;
}

function isReading(use: ts.Identifier, context: FlowContext): boolean {
  const { compiler, analysis } = context;
  const { ts, checker } = compiler;
  const parent = outerParent(use, ts);
  if (ts.isSpreadElement(parent) || ts.isSpreadAssignment(parent) || ts.isExportSpecifier(parent))
    return true;
  if (ts.isImportSpecifier(parent)) return parent.propertyName === undefined;
  if (ts.isPropertyAccessExpression(parent)) {
    const outer = outerParent(parent, ts);
    const isWritten =
      (ts.isBinaryExpression(outer) && isAssignment(outer.operatorToken.kind, ts)) ||
      ts.isDeleteExpression(outer) ||
      ts.isPostfixUnaryExpression(outer) ||
      ts.isPrefixUnaryExpression(outer);
    const { Object: Holding, Any, Unknown, TypeParameter } = ts.TypeFlags;
    const held = checker.getNonNullableType(checker.getTypeAtLocation(parent));
    return (
      !isWritten &&
      ![held, ...(held.isUnion() ? held.types : [])].some(
        ({ flags }) => flags & (Holding | Any | Unknown | TypeParameter),
      )
    );
  }
  // A member of an object that is itself an option, such as `{ policies: list }`.
  if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent))
    return isGivenOn(parent.parent, context);
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return false;
  const callee = plain(parent.expression, compiler);
  const isJoined =
    ts.isCallExpression(parent) &&
    isJoining(parent, context) &&
    (parent.arguments[0] !== use || calledName(parent, compiler) !== 'assign');
  return isJoined || isMaker(callee, context) || isOfLibrary(analysis.symbolOf(callee), context);
}

/** Whether the object that contains the value is passed to Toolwright, or stored in a constant that never changes. */
function isGivenOn(literal: ts.ObjectLiteralExpression, context: FlowContext): boolean {
  const { compiler, analysis } = context;
  const { ts } = compiler;
  const parent = outerParent(literal, ts);
  if (ts.isVariableDeclaration(parent)) return isOnlyRead(parent, context);
  if (ts.isPropertyAssignment(parent)) return isGivenOn(parent.parent, context);
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return false;
  const callee = plain(parent.expression, compiler);
  return isMaker(callee, context) || isOfLibrary(analysis.symbolOf(callee), context);
}
