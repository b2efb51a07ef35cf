import type { ts } from 'ts-morph';
import { calledName, type FlowContext, type LaterChanges, plain, receiverOf } from './flow-context.js';
import { findLaterChanges } from './later-changes.js';
import { returnedBy } from './tool-source.js';

/** Options with tools: those of agents, then those of agents with capabilities. */
export const TOOL_OPTIONS = ['toolRegistry', 'mainTools', 'updateTools'];
/** Options through which an agent reaches more than its own tools. */
const REACHING = [...TOOL_OPTIONS, 'handoffs', 'agent', 'agents', 'webSearchOptions', 'extraBody', 'prompt'];

/** What the construction of an agent is given. */
export interface AgentOptions {
  readonly values: Map<string, ts.Expression[]>;
  readonly opaque: ts.Node[];
}

interface Reading {
  /** Names that may still be followed. */
  readonly depth: number;
  /** Whether the options hold in any case, and take the place of earlier ones. */
  readonly isCertain: boolean;
}

/** Steps through names. */
const MAX_DEPTH = 8;

/** For what an agent is given itself. */
export const OUTERMOST: Reading = { depth: MAX_DEPTH, isCertain: true };

export function noOptions(): AgentOptions {
  return { values: new Map(), opaque: [] };
}

/** The members of an object of options, through names, conditions, spreads and `Object.assign`. */
export function readOptions(
  given: ts.Expression,
  options: AgentOptions,
  context: FlowContext,
  reading: Reading,
): void {
  const { compiler, analysis } = context;
  const { ts } = compiler;
  const value = plain(given, compiler);
  const maybe = { ...reading, isCertain: false };
  const parts = partsOf(value, context);
  if (parts !== undefined) {
    for (const one of parts.values) readOptions(one, options, context, parts.isChoice ? maybe : reading);
    return;
  }
  if (ts.isObjectLiteralExpression(value)) {
    for (const member of value.properties) readMember(member, options, context, reading);
    return;
  }
  const declaration = ts.isIdentifier(value) ? analysis.symbolOf(value)?.valueDeclaration : undefined;
  const initial =
    declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  const isFollowed = initial !== undefined && isFollowable(plain(initial, compiler), context);
  if (reading.depth === 0 || declaration === undefined || !isFollowed) {
    if (mayReach(value, context)) options.opaque.push(value);
    return;
  }
  readOptions(initial, options, context, { ...reading, depth: reading.depth - 1 });
  readChanges(findLaterChanges(declaration, context), value, options, context, maybe);
}

/** The objects that an expression chooses from, or puts together; undefined for any other. */
function partsOf(
  value: ts.Expression,
  { compiler }: FlowContext,
): { readonly values: readonly ts.Expression[]; readonly isChoice: boolean } | undefined {
  const { ts } = compiler;
  if (ts.isConditionalExpression(value)) return { values: [value.whenTrue, value.whenFalse], isChoice: true };
  if (ts.isBinaryExpression(value)) {
    // What is false has no options.
    const isAnd = value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
    return { values: isAnd ? [value.right] : [value.left, value.right], isChoice: true };
  }
  if (ts.isArrayLiteralExpression(value)) return { values: value.elements, isChoice: false };
  if (ts.isSpreadElement(value)) return { values: [value.expression], isChoice: false };
  if (!ts.isCallExpression(value) || receiverOf(value, compiler)?.getText() !== 'Object') return undefined;
  const isJoined = ['assign', 'freeze', 'seal'].includes(calledName(value, compiler) ?? '');
  return isJoined ? { values: value.arguments, isChoice: false } : undefined;
}

function isFollowable(value: ts.Expression, context: FlowContext): boolean {
  return context.compiler.ts.isObjectLiteralExpression(value) || partsOf(value, context) !== undefined;
}

/** What the program changes in an object of options after it was written. */
function readChanges(
  changes: LaterChanges,
  value: ts.Expression,
  options: AgentOptions,
  context: FlowContext,
  maybe: Reading,
): void {
  // What is changed later guards nothing.
  if (mayLosePolicies(changes)) {
    options.values.delete('policies');
    moveAway('agent', UNGUARDED, options);
  }
  for (const one of changes.members)
    if (one.name !== 'policies') addOption(options, one.name, [one.value], maybe);
  for (const one of changes.merged) readOptions(one, options, context, { ...maybe, depth: maybe.depth - 1 });
  if (changes.isUnclear) options.opaque.push(value);
}

/** The option `agent` whose policies do not count. */
export const UNGUARDED = 'agent, changed';

function moveAway(name: string, to: string, { values }: AgentOptions): void {
  const moved = values.get(name) ?? [];
  values.delete(name);
  values.set(to, [...(values.get(to) ?? []), ...moved]);
}

function readMember(
  member: ts.ObjectLiteralElementLike,
  options: AgentOptions,
  context: FlowContext,
  reading: Reading,
): void {
  const { ts } = context.compiler;
  if (ts.isSpreadAssignment(member)) readOptions(member.expression, options, context, reading);
  else if (ts.isShorthandPropertyAssignment(member))
    addOption(options, member.name.text, [member.name], reading);
  else {
    const name = nameOf(member, context);
    const isValue = ts.isPropertyAssignment(member);
    const values = isValue ? [member.initializer] : returnedBy(member, context);
    // What a getter returns can be another thing each time.
    if (name !== undefined && (isValue || name !== 'policies')) addOption(options, name, values, reading);
    const isEmpty = values.length === 0 && !ts.isSetAccessor(member);
    // A computed name may be any.
    if (name === undefined || (isEmpty && REACHING.includes(name))) options.opaque.push(member);
  }
}

function nameOf(
  { name }: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>,
  { compiler }: FlowContext,
): string | undefined {
  const { ts } = compiler;
  if (!ts.isComputedPropertyName(name)) return name.text;
  const computed = plain(name.expression, compiler);
  return ts.isStringLiteralLike(computed) ? computed.text : undefined;
}

/** Whether the type of an object of options leaves open what an agent gets by it. */
function mayReach(value: ts.Expression, { compiler: { ts, checker } }: FlowContext): boolean {
  const given = checker.getTypeAtLocation(value);
  // Its constraint does not say what else it has.
  if ((given.flags & ts.TypeFlags.TypeParameter) !== 0) return true;
  const type = checker.getNonNullableType(given);
  if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive)) !== 0) return true;
  const types = type.isUnion() ? type.types : [type];
  // Any name may be among its members: `Record<string, unknown>`, the result of `Object.fromEntries`.
  const isOpen = (one: ts.Type): boolean => {
    const member = one.getStringIndexType();
    return member !== undefined && (member.flags & ts.TypeFlags.StringLike) === 0;
  };
  if (types.some(isOpen)) return true;
  return REACHING.some((name) => types.some((one) => checker.getPropertyOfType(one, name) !== undefined));
}

/** Options that hold policies: those of agents with capabilities are in `agent`. */
const WITH_POLICIES = ['policies', 'agent'];

function mayLosePolicies({ members, merged, isChanged, isUnclear }: LaterChanges): boolean {
  const isReplaced = members.some(({ name }) => WITH_POLICIES.includes(name));
  return isReplaced || merged.length > 0 || isChanged || isUnclear;
}

export function addOption(
  { values }: AgentOptions,
  name: string,
  given: readonly ts.Expression[],
  { isCertain }: Reading,
): void {
  if (isCertain) values.set(name, [...given]);
  // A policy that may be missing guards nothing.
  else if (name !== 'policies') values.set(name, [...(values.get(name) ?? []), ...given]);
}
