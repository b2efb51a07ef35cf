import type { ts } from 'ts-morph';
import { isAgentClass, isAgentType } from './agent-classes.js';
import { type FlowContext, plain, receiverOf } from './flow-context.js';

/** Functions of Toolwright that take the options of an agent. */
export const AGENT_FUNCTIONS = ['agentCall', 'buildAgent', 'durableAgent', 'openSession'];

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
    if (!names.some((name) => isClass(name, context) || isFunction(name, context))) return [];
    const symbol = analysis.symbolOf(plain(node.expression, compiler));
    if (symbol !== undefined && library.isNamed(symbol, symbol.name)) return [];
    // Its arguments are in a list.
    if (node.expression.getText() === 'Reflect.construct') return [{ node, givesAgent: true }];
    const type = checker.getTypeAtLocation(node);
    if (receiverOf(node, compiler)?.getText() === 'console' || isAgentClass(node, context)) return [];
    return [{ node, givesAgent: isAgentType(checker.getAwaitedType(type) ?? type, context) }];
  });
}

/** Whether a name is that of a function of Toolwright that makes an agent. */
function isFunction(name: ts.Expression, { analysis, library }: FlowContext): boolean {
  const symbol = analysis.symbolOf(name);
  return (
    symbol !== undefined && AGENT_FUNCTIONS.includes(symbol.name) && library.isNamed(symbol, symbol.name)
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
