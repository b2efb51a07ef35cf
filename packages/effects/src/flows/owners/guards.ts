import type { ts } from 'ts-morph';
import { calleeText } from '../../walk/protocols.js';
import { isOnlyRead } from './agent-options.js';
import { type FlowContext, plain } from './flow-context.js';

/** A call to the policy `separate` that guards an agent. */
export interface Guard {
  /** The tools in the policy's list; undefined for all tools, the default. */
  readonly untrusted: ReadonlySet<string> | undefined;
  readonly waysOut: ReadonlySet<string> | undefined;
  readonly subAgents: boolean;
}

/** Finds the `separate` calls in a list of policies, directly or in constants that never change. */
export function findGuards(list: ts.Expression, context: FlowContext, depth = MAX_NAMES): readonly Guard[] {
  const { compiler, analysis, library } = context;
  const { ts } = compiler;
  const value = plain(list, compiler);
  if (ts.isArrayLiteralExpression(value))
    return value.elements.flatMap((one) =>
      findGuards(ts.isSpreadElement(one) ? one.expression : one, context, depth),
    );
  if (ts.isCallExpression(value)) {
    const [frozen] = FREEZING.has(calleeText(value.expression, ts)) ? value.arguments : [];
    if (frozen !== undefined) return findGuards(frozen, context, depth);
    const isSeparate = library.isNamed(analysis.symbolOf(plain(value.expression, compiler)), 'separate');
    const guard = isSeparate ? readGuard(value.arguments, compiler) : undefined;
    return guard === undefined ? [] : [guard];
  }
  const declaration = ts.isIdentifier(value) ? analysis.symbolOf(value)?.valueDeclaration : undefined;
  if (depth === 0 || declaration === undefined || !ts.isVariableDeclaration(declaration)) return [];
  const { initializer } = declaration;
  if (initializer === undefined || !isOnlyRead(declaration, context)) return [];
  return findGuards(initializer, context, depth - 1);
}

const MAX_NAMES = 8;
/** Functions that return their argument. */
const FREEZING: ReadonlySet<string> = new Set(['Object.freeze', 'Object.seal']);

/** Reads the guard that a call creates. Returns undefined if its options are not literals, because a function may exclude every tool. */
function readGuard(
  [options, ...more]: readonly ts.Expression[],
  compiler: FlowContext['compiler'],
): Guard | undefined {
  const { ts } = compiler;
  if (options === undefined) return { untrusted: undefined, waysOut: undefined, subAgents: true };
  const value = plain(options, compiler);
  if (more.length > 0 || !ts.isObjectLiteralExpression(value)) return undefined;
  const given = new Map<string, ts.Expression>();
  for (const property of value.properties) {
    if (!ts.isPropertyAssignment(property) || ts.isComputedPropertyName(property.name)) return undefined;
    given.set(property.name.text, plain(property.initializer, compiler));
  }
  const lists = ['untrusted', 'waysOut'].map((name) => given.get(name));
  if (lists.some((list) => list !== undefined && !ts.isArrayLiteralExpression(list))) return undefined;
  const [untrusted, waysOut] = lists.map((list) => list && namesIn(list, ts));
  const inside = given.get('subAgents');
  return { untrusted, waysOut, subAgents: inside === undefined || inside.kind === ts.SyntaxKind.TrueKeyword };
}

/** Returns the strings in a list. A computed name covers no known tool. */
function namesIn(list: ts.Expression, ts_: typeof ts): ReadonlySet<string> {
  const elements = ts_.isArrayLiteralExpression(list) ? list.elements : [];
  return new Set(elements.flatMap((one) => (ts_.isStringLiteralLike(one) ? [one.text] : [])));
}
