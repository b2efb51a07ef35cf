import type { ts } from 'ts-morph';
import { type FlowContext, type LaterChanges, plain } from './flow-context.js';
import { findLaterChanges } from './later-changes.js';

/** Options with tools: those of agents, then those of agents with capabilities. */
export const TOOL_OPTIONS = ['toolRegistry', 'mainTools', 'updateTools'];

/** What the construction of an agent is given. */
export interface AgentOptions {
  readonly values: Map<string, ts.Expression[]>;
  readonly opaque: ts.Expression[];
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

/** The members of an object of options, through names, conditions and spreads. */
export function readOptions(
  given: ts.Expression,
  options: AgentOptions,
  context: FlowContext,
  reading: Reading,
): void {
  const { compiler, analysis } = context;
  const { ts, checker } = compiler;
  const value = plain(given, compiler);
  const maybe = { ...reading, isCertain: false };
  if (ts.isConditionalExpression(value)) {
    for (const one of [value.whenTrue, value.whenFalse]) readOptions(one, options, context, maybe);
    return;
  }
  if (ts.isBinaryExpression(value)) {
    for (const one of [value.left, value.right]) readOptions(one, options, context, maybe);
    return;
  }
  if (ts.isObjectLiteralExpression(value)) {
    for (const member of value.properties) {
      if (ts.isSpreadAssignment(member)) readOptions(member.expression, options, context, reading);
      else if (ts.isPropertyAssignment(member) && !ts.isComputedPropertyName(member.name))
        addOption(options, member.name.text, member.initializer, reading);
      else if (ts.isShorthandPropertyAssignment(member))
        addOption(options, member.name.text, member.name, reading);
    }
    return;
  }
  const declaration = ts.isIdentifier(value) ? analysis.symbolOf(value)?.valueDeclaration : undefined;
  const initial =
    declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  if (reading.depth > 0 && initial !== undefined && ts.isObjectLiteralExpression(plain(initial, compiler))) {
    readOptions(initial, options, context, { ...reading, depth: reading.depth - 1 });
    // What is changed later guards nothing.
    if (declaration !== undefined && mayLosePolicies(findLaterChanges(declaration, context)))
      for (const name of WITH_POLICIES) options.values.delete(name);
    return;
  }
  const types = partsOf(checker.getNonNullableType(checker.getTypeAtLocation(value)));
  const mayHaveTools = [...TOOL_OPTIONS, 'handoffs'].some((name) =>
    types.some((type) => checker.getPropertyOfType(type, name) !== undefined),
  );
  if (mayHaveTools) options.opaque.push(value);
}

/** Options that hold policies: those of agents with capabilities are in `agent`. */
const WITH_POLICIES = ['policies', 'agent'];

function mayLosePolicies({ members, merged, isChanged, isUnclear }: LaterChanges): boolean {
  const isReplaced = members.some(({ name }) => WITH_POLICIES.includes(name));
  return isReplaced || merged.length > 0 || isChanged || isUnclear;
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

export function addOption(
  { values }: AgentOptions,
  name: string,
  value: ts.Expression,
  { isCertain }: Reading,
): void {
  if (isCertain) values.set(name, [value]);
  // A policy that may be missing guards nothing.
  else if (name !== 'policies') values.set(name, [...(values.get(name) ?? []), value]);
}
