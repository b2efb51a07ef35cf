import type { ts } from 'ts-morph';
import { isAgentClass, isAgentType } from './agent-classes.js';
import { calledName, type FlowContext, plain, receiverOf } from './flow-context.js';

/** Functions of Toolwright that take the options of an agent. */
export const AGENT_FUNCTIONS = ['agentCall', 'buildAgent', 'durableAgent', 'openSession'];

/** Methods of functions that hand arguments to them. */
const APPLYING = new Set(['bind', 'call', 'apply']);

/** A call that gets a class of agents as an argument, or a function that makes one. */
export interface HandedClass {
  readonly node: ts.CallExpression;
  /** Whether it gives an agent: then its other arguments may be the options. */
  readonly givesAgent: boolean;
}

/**
 * Finds the calls that a class of agents is handed to, such as `create(Agent, options)` and `Reflect.construct(Agent, [options])`. Those of
 * Toolwright, mixins, and those that print are left out.
 */
export function findHandedClasses(context: FlowContext): readonly HandedClass[] {
  const { calls, compiler, analysis, library } = context;
  const { checker } = compiler;
  return calls.withNames.flatMap(({ node, names }): HandedClass[] => {
    const isMaker = (name: ts.Expression): boolean =>
      isClass(name, context) || isAgentFunction(name, context);
    if (!names.some(isMaker)) return [];
    if (isAppliedMaker(node, isMaker, compiler)) return [{ node, givesAgent: true }];
    const symbol = analysis.symbolOf(plain(node.expression, compiler));
    if (symbol !== undefined && library.isNamed(symbol, symbol.name)) return [];
    // Its arguments are in a list.
    if (node.expression.getText() === 'Reflect.construct') return [{ node, givesAgent: true }];
    const type = checker.getTypeAtLocation(node);
    if (receiverOf(node, compiler)?.getText() === 'console' || isAgentClass(node, context)) return [];
    return [{ node, givesAgent: isAgentType(checker.getAwaitedType(type) ?? type, context) }];
  });
}

/** `openSession.call(null, options)`, `Agent.bind(null, options)`: the arguments are those of the function. */
function isAppliedMaker(
  node: ts.CallExpression,
  isMaker: (name: ts.Expression) => boolean,
  compiler: FlowContext['compiler'],
): boolean {
  const called = receiverOf(node, compiler);
  const isApplied = APPLYING.has(calledName(node, compiler) ?? '') && node.arguments.length > 1;
  return isApplied && called !== undefined && isMaker(called);
}

/** Whether a value is a function of Toolwright that makes an agent, by its name or its type. */
export function isAgentFunction(
  value: ts.Expression,
  { compiler: { checker }, analysis, library }: FlowContext,
): boolean {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(value));
  return [analysis.symbolOf(value), type.getSymbol()].some(
    (symbol) =>
      symbol !== undefined && AGENT_FUNCTIONS.includes(symbol.name) && library.isNamed(symbol, symbol.name),
  );
}

/** Whether a name is that of a class of agents. A parameter is not asked: its class comes from a call as well. */
function isClass(name: ts.Expression, context: FlowContext): boolean {
  const { compiler, analysis } = context;
  const { ts } = compiler;
  const declared = analysis.symbolOf(name)?.valueDeclaration;
  const isHolder =
    declared !== undefined &&
    (ts.isClassLike(declared) || ts.isVariableDeclaration(declared) || ts.isBindingElement(declared));
  return isHolder && isAgentClass(name, context);
}
