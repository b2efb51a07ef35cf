import type { ts } from 'ts-morph';
import type { CodegenContext } from '../../context.js';
import type { Inspection } from '../../reading/inspection.js';
import { findCircles } from '../find-circles.js';
import { findNodes, memberOf, plainExpression } from '../find-nodes.js';
import type { Finding } from '../finding.js';
import { shown } from '../shown.js';

/** An agent that a constant holds. */
interface AgentNode {
  readonly variable: ts.VariableDeclaration;
  readonly name: string;
  readonly handoffs: ts.Expression | undefined;
}

/** Reports agents that can hand over to each other in a circle, and lists of handoffs that cannot be followed. */
export function* checkHandoffs({ sources, context }: Inspection): Generator<Finding> {
  const agents = new Map<ts.Node, AgentNode>();
  for (const source of sources) {
    if (!source.text.includes('Agent')) continue;
    for (const variable of findNodes(source, context.compiler, context.compiler.ts.isVariableDeclaration)) {
      const agent = readAgent(variable, context);
      if (agent !== undefined) agents.set(variable, agent);
    }
  }
  const edges = new Map<AgentNode, readonly AgentNode[]>();
  for (const agent of agents.values()) {
    const { targets, unknown } = readTargets(agent, agents, context);
    edges.set(agent, targets);
    if (unknown === undefined) continue;
    const message = `The handoffs of ${shown(agent.name)} cannot be followed from ${shown(unknown.getText())}.`;
    yield { code: 'TW5014', node: unknown, message };
  }
  for (const circle of findCircles([...agents.values()], (agent) => edges.get(agent) ?? [])) {
    const [first] = circle;
    if (first === undefined) continue;
    const way = [...circle.slice(0, MAX_SHOWN), ...(circle.length > MAX_SHOWN ? [] : [first])];
    const names = way.map(({ name }) => name).join(' → ');
    const rest = circle.length > MAX_SHOWN ? ` → … (${circle.length} agents)` : '';
    const message = `Agents can hand over in a circle: ${shown(names + rest)}.`;
    const documented = circle.map(({ variable }) => variable);
    yield { code: 'TW5013', node: first.handoffs ?? first.variable.name, message, documented };
  }
}

/** Agents of a circle that are named. */
const MAX_SHOWN = 6;

/** `const triage = new Agent({ … })`. */
function readAgent(
  variable: ts.VariableDeclaration,
  { compiler, library }: CodegenContext,
): AgentNode | undefined {
  const { ts, checker } = compiler;
  const value = variable.initializer && plainExpression(variable.initializer, compiler);
  if (value === undefined || !ts.isNewExpression(value) || !ts.isIdentifier(variable.name)) return undefined;
  if (!library.isNamed(checker.getSymbolAtLocation(value.expression), 'Agent')) return undefined;
  const [options] = value.arguments ?? [];
  const name = memberOf(options, 'name', compiler);
  return {
    variable,
    name: name && ts.isStringLiteralLike(name) ? name.text : variable.name.text,
    handoffs: memberOf(options, 'handoffs', compiler),
  };
}

interface Targets {
  readonly targets: readonly AgentNode[];
  /** The first part that lint cannot follow. */
  readonly unknown: ts.Node | undefined;
}

function readTargets(
  { handoffs }: AgentNode,
  agents: ReadonlyMap<ts.Node, AgentNode>,
  { compiler }: CodegenContext,
): Targets {
  const { ts } = compiler;
  if (handoffs === undefined) return { targets: [], unknown: undefined };
  const list = returned(handoffs, compiler);
  if (!ts.isArrayLiteralExpression(list)) return { targets: [], unknown: handoffs };
  const targets: AgentNode[] = [];
  let unknown: ts.Node | undefined;
  for (const element of list.elements) {
    const agent = findAgent(plainExpression(element, compiler), agents, compiler);
    if (agent !== undefined) targets.push(agent);
    else unknown ??= element;
  }
  return { targets, unknown };
}

/** The value that `() => value` and `() => { return value; }` give. */
function returned(node: ts.Expression, compiler: CodegenContext['compiler']): ts.Expression {
  const { ts } = compiler;
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return node;
  const { body } = node;
  if (!ts.isBlock(body)) return plainExpression(body, compiler);
  const [only, more] = body.statements;
  const value = only && !more && ts.isReturnStatement(only) ? only.expression : undefined;
  return value === undefined ? node : plainExpression(value, compiler);
}

/** The agent of `agent.asHandoff(…)`. */
function findAgent(
  node: ts.Expression,
  agents: ReadonlyMap<ts.Node, AgentNode>,
  { ts, checker }: CodegenContext['compiler'],
): AgentNode | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  if (name.text !== 'asHandoff') return undefined;
  const symbol = checker.getSymbolAtLocation(expression);
  if (symbol === undefined) return undefined;
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target.valueDeclaration && agents.get(target.valueDeclaration);
}
