import type { ts } from 'ts-morph';
import { memberOf } from '../../../lint/find-nodes.js';
import { makesAgent, optionsOf } from './agent-classes.js';
import { type AgentOptions, addOption, OUTERMOST, readOptions, TOOL_OPTIONS } from './agent-options.js';
import { calledName, type FlowContext, plain, receiverOf } from './flow-context.js';
import { findGuards, type Guard } from './guards.js';
import { findHandedClasses } from './handed-classes.js';
import { functionOf } from './resolve-tools.js';
import { type Bindings, returnedBy } from './tool-source.js';

/** A place where the program makes an agent, or calls a model as one. */
export interface AgentNode {
  /** The `new` expression or the call. */
  readonly node: ts.NewExpression | ts.CallExpression;
  readonly name: string;
  /** What gives it tools. */
  readonly tools: readonly ts.Expression[];
  /** Options that cannot be followed and may have tools. */
  readonly opaque: readonly ts.Expression[];
  readonly handoffs: readonly ts.Expression[];
  /** The policies `separate` in its list. */
  readonly guards: readonly Guard[];
}

/** Functions that take the options of an agent. */
const FUNCTIONS = ['agentCall', 'buildAgent', 'durableAgent'];

export function findAgents(context: FlowContext): readonly AgentNode[] {
  const { calls, compiler, library, analysis } = context;
  const found: AgentNode[] = [];
  for (const node of calls.constructions)
    if (makesAgent(node, context)) found.push(readAgent(node, optionsOf(node, context), context));
  for (const { node, givesAgent } of findHandedClasses(context))
    found.push(givesAgent ? readAgent(node, [...node.arguments], context) : readUnknown(node, context));
  for (const name of FUNCTIONS)
    for (const node of calls.calls.get(name) ?? [])
      if (library.isNamed(analysis.symbolOf(plain(node.expression, compiler)), name))
        found.push(readAgent(node, [...node.arguments], context));
  for (const node of calls.calls.get('build') ?? []) {
    const agent = readBuilder(node, context) ?? readBuild(node, context);
    if (agent !== undefined) found.push(agent);
  }
  return found;
}

/** An agent that code makes which cannot be followed. */
function readUnknown(node: AgentNode['node'], context: FlowContext): AgentNode {
  return toAgent(node, { values: new Map(), opaque: [node] }, context);
}

function readAgent(
  node: AgentNode['node'],
  given: readonly ts.Expression[],
  context: FlowContext,
): AgentNode {
  const options: AgentOptions = { values: new Map(), opaque: [] };
  for (const one of given) readOptions(one, options, context, OUTERMOST);
  return toAgent(node, options, context);
}

function toAgent(node: AgentNode['node'], { values, opaque }: AgentOptions, context: FlowContext): AgentNode {
  const { compiler } = context;
  const { ts } = compiler;
  const name = values.get('name')?.[0];
  const inner = values.get('agent')?.[0];
  const lists = [...(values.get('policies') ?? []), ...policiesIn(inner, compiler)];
  return {
    node,
    name: name !== undefined && ts.isStringLiteralLike(name) ? name.text : nameAround(node, context),
    tools: TOOL_OPTIONS.flatMap((option) => values.get(option) ?? []),
    opaque,
    handoffs: values.get('handoffs') ?? [],
    guards: lists.flatMap((list) => findGuards(list, context)),
  };
}

/** Agents with capabilities have their policies in `agent: { policies }`. */
function policiesIn(inner: ts.Expression | undefined, compiler: FlowContext['compiler']): ts.Expression[] {
  const list = memberOf(inner, 'policies', compiler);
  return list === undefined ? [] : [list];
}

/** The name of the variable or member that holds the agent, else that of its class or function. */
function nameAround(node: AgentNode['node'], { compiler: { ts } }: FlowContext): string {
  let { parent } = node;
  while (
    ts.isAwaitExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent)
  )
    parent = parent.parent;
  if (
    (ts.isVariableDeclaration(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isPropertyAssignment(parent)) &&
    ts.isIdentifier(parent.name)
  )
    return parent.name.text;
  return node.expression.getText().split('.')[0]?.slice(0, 60) ?? 'agent';
}

/** `CapabilityAgent.builder().tools(registry).with({ … }).build()`. */
function readBuilder(node: ts.CallExpression, context: FlowContext): AgentNode | undefined {
  const { compiler, library } = context;
  const { ts, checker } = compiler;
  const receiver = receiverOf(node, compiler);
  const isBuilder =
    receiver !== undefined &&
    library.isNamed(checker.getTypeAtLocation(receiver).getSymbol(), 'CapabilityAgentBuilder');
  if (!isBuilder) return undefined;
  const options: AgentOptions = { values: new Map(), opaque: [] };
  let step: ts.Expression | undefined = receiver;
  while (step !== undefined && ts.isCallExpression(step)) {
    const [argument] = step.arguments;
    const name = calledName(step, compiler);
    // The last value of a setting counts, and the chain is read backwards.
    const earlier = new Map(options.values);
    if (argument !== undefined && name === 'tools') addOption(options, 'toolRegistry', argument, OUTERMOST);
    if (argument !== undefined && name === 'with') readOptions(argument, options, context, OUTERMOST);
    for (const [option, value] of earlier) options.values.set(option, value);
    step = receiverOf(step, compiler);
  }
  if (step !== undefined && !ts.isIdentifier(step)) options.opaque.push(step);
  return toAgent(node, options, context);
}

/** `registry.build('planner', { … })` of an `AgentRegistry`. */
function readBuild(node: ts.CallExpression, context: FlowContext): AgentNode | undefined {
  const { compiler, library } = context;
  const receiver = receiverOf(node, compiler);
  const symbol = receiver && compiler.checker.getTypeAtLocation(receiver).getSymbol();
  return library.isNamed(symbol, 'AgentRegistry') ? readAgent(node, [...node.arguments], context) : undefined;
}

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
