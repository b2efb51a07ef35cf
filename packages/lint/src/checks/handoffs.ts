import {
  type CodegenContext,
  type Finding,
  findNodes,
  type Inspection,
  memberOf,
  outerParent,
  shown,
  unwrap,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { findCircles } from '../find-circles.js';

/** A declaration through which an agent can be referenced: a variable, a class field or an object member. */
type Holder = ts.VariableDeclaration | ts.PropertyDeclaration | ts.PropertyAssignment;

/** A `new Agent({ … })` expression in the sources. */
interface AgentNode {
  readonly made: ts.NewExpression;
  readonly holder: Holder | undefined;
  readonly name: string;
  readonly handoffs: ts.Expression | undefined;
}

/** Reports agents with circular handoffs, and lists of handoffs that cannot be analysed. */
export function* checkHandoffs({ sources, context }: Inspection): Generator<Finding> {
  const agents = new Map<ts.Node, AgentNode>();
  for (const source of sources) {
    if (!source.text.includes('Agent')) continue;
    for (const made of findNodes(source, context.compiler, context.compiler.ts.isNewExpression)) {
      const agent = readAgent(made, context);
      if (agent !== undefined) agents.set(agent.holder ?? made, agent);
    }
  }
  const edges = new Map<AgentNode, readonly AgentNode[]>();
  for (const agent of agents.values()) {
    const { targets, unknown } = readTargets(agent, agents, context);
    edges.set(agent, targets);
    if (unknown === undefined) continue;
    const message = `The handoffs of ${shown(agent.name)} cannot be analysed because of ${shown(unknown.getText())}.`;
    yield { code: 'TW5014', node: unknown, message };
  }
  for (const circle of findCircles([...agents.values()], (agent) => edges.get(agent) ?? [])) {
    const [first] = circle;
    if (first === undefined) continue;
    const way = [...circle.slice(0, MAX_SHOWN), ...(circle.length > MAX_SHOWN ? [] : [first])];
    const names = way.map(({ name }) => name).join(' → ');
    const rest = circle.length > MAX_SHOWN ? ` → … (${circle.length} agents)` : '';
    const message = `Agents have circular handoffs: ${shown(names + rest)}.`;
    const documented = circle.map(({ holder, made }) => holder ?? made);
    yield { code: 'TW5013', node: first.handoffs ?? first.made, message, documented };
  }
}

/** Maximum number of agents to list for a cycle. */
const MAX_SHOWN = 6;

function readAgent(made: ts.NewExpression, { compiler, library }: CodegenContext): AgentNode | undefined {
  const { ts, checker } = compiler;
  if (!library.isNamed(checker.getSymbolAtLocation(made.expression), 'Agent')) return undefined;
  const parent = outerParent(made, ts);
  const holder = isHolder(parent, ts) ? parent : undefined;
  const [options] = made.arguments ?? [];
  const name = memberOf(options, 'name', compiler);
  return {
    made,
    holder,
    name: name && ts.isStringLiteralLike(name) ? name.text : (holder?.name.getText() ?? 'Agent'),
    handoffs: memberOf(options, 'handoffs', compiler),
  };
}

function isHolder(node: ts.Node, ts_: typeof ts): node is Holder {
  return (
    (ts_.isVariableDeclaration(node) && ts_.isIdentifier(node.name)) ||
    ts_.isPropertyDeclaration(node) ||
    ts_.isPropertyAssignment(node)
  );
}

interface Targets {
  readonly targets: readonly AgentNode[];
  /** The first part that lint cannot analyse. */
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
    const agent = findAgent(unwrap(element, compiler.ts), agents, compiler);
    if (agent !== undefined) targets.push(agent);
    else unknown ??= element;
  }
  return { targets, unknown };
}

/** Returns the value that `() => value` or `() => { return value; }` returns. */
function returned(node: ts.Expression, compiler: CodegenContext['compiler']): ts.Expression {
  const { ts } = compiler;
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return node;
  const { body } = node;
  if (!ts.isBlock(body)) return unwrap(body, compiler.ts);
  const [only, more] = body.statements;
  const value = only && !more && ts.isReturnStatement(only) ? only.expression : undefined;
  return value === undefined ? node : unwrap(value, compiler.ts);
}

/** Finds the agent in `agent.asHandoff(…)`. */
function findAgent(
  node: ts.Expression,
  agents: ReadonlyMap<ts.Node, AgentNode>,
  { ts, checker }: CodegenContext['compiler'],
): AgentNode | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  if (name.text !== 'asHandoff') return undefined;
  const held = unwrap(expression, ts);
  if (ts.isNewExpression(held)) return agents.get(held);
  const symbol = checker.getSymbolAtLocation(held);
  if (symbol === undefined) return undefined;
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target.valueDeclaration && agents.get(target.valueDeclaration);
}
