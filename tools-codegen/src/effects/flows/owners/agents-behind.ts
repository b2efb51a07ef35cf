import type { ts } from 'ts-morph';
import type { AgentNode } from './find-agents.js';
import { type FlowContext, plain } from './flow-context.js';
import { functionOf } from './resolve-tools.js';
import { type Bindings, returnedBy } from './tool-source.js';

/** Steps through names. */
const MAX_STEPS = 8;

/** Follows an expression to the agents that it may be; undefined if it leads elsewhere. */
export function agentsBehind(
  expression: ts.Expression,
  agents: ReadonlyMap<ts.Node, AgentNode>,
  bindings: Bindings,
  context: FlowContext,
  depth = MAX_STEPS,
): readonly AgentNode[] | undefined {
  const { compiler, analysis } = context;
  const { ts } = compiler;
  const value = plain(expression, compiler);
  const own = agents.get(value);
  if (own !== undefined) return [own];
  if (depth === 0) return undefined;
  const follow = (one: ts.Expression, within = bindings): readonly AgentNode[] | undefined =>
    agentsBehind(one, agents, within, context, depth - 1);
  if (ts.isCallExpression(value)) {
    const owner = functionOf(analysis.symbolOf(plain(value.expression, compiler))?.valueDeclaration, context);
    const [returned] = owner === undefined ? [] : returnedBy(owner, context);
    return returned && follow(returned);
  }
  const declaration = analysis.symbolOf(value)?.valueDeclaration;
  const bound = declaration && bindings.get(declaration);
  if (bound !== undefined) return follow(bound.value, bound.bindings);
  const isHolder =
    declaration !== undefined &&
    (ts.isVariableDeclaration(declaration) ||
      ts.isPropertyDeclaration(declaration) ||
      ts.isPropertyAssignment(declaration));
  if (!isHolder) return undefined;
  const stored =
    declaration.initializer ??
    analysis.implementations.storedUnder(declaration, declaration.name.getText())[0];
  return stored && follow(stored);
}
