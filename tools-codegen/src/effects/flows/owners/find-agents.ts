import type { ts } from 'ts-morph';
import { makesAgent, optionsOf } from './agent-classes.js';
import {
  type AgentOptions,
  addOption,
  noOptions,
  OUTERMOST,
  readOptions,
  TOOL_OPTIONS,
  UNGUARDED,
} from './agent-options.js';
import { calledName, type FlowContext, plain, receiverOf } from './flow-context.js';
import { findGuards, type Guard } from './guards.js';
import { AGENT_FUNCTIONS, findHandedClasses } from './handed-classes.js';
import { promptTools, requestTools } from './provided-tools.js';
import { functionOf } from './resolve-tools.js';
import { type Bindings, returnedBy, type SourceItem } from './tool-source.js';

/** A place where the program makes an agent, or calls a model as one. */
export interface AgentNode {
  /** The `new` expression or the call. */
  readonly node: ts.NewExpression | ts.CallExpression;
  readonly name: string;
  /** What gives it tools. */
  readonly tools: readonly ts.Expression[];
  /** What it reaches beside: servers and tools of the provider. */
  readonly provided: readonly SourceItem[];
  /** Options that cannot be followed and may have tools. */
  readonly opaque: readonly ts.Node[];
  readonly handoffs: readonly ts.Expression[];
  /** The policies `separate` in its list. */
  readonly guards: readonly Guard[];
}

export function findAgents(context: FlowContext): readonly AgentNode[] {
  const { calls } = context;
  const found: AgentNode[] = [];
  for (const node of calls.constructions) {
    if (makesAgent(node, context)) found.push(readAgent(node, optionsOf(node, context), context));
    else found.push(...readUntyped(node, context));
  }
  for (const { node, givesAgent } of findHandedClasses(context))
    found.push(givesAgent ? readHanded(node, context) : readUnknown(node, context));
  for (const name of AGENT_FUNCTIONS)
    for (const node of calls.calls.get(name) ?? [])
      if (isFunction(node, name, context)) found.push(readAgent(node, [...node.arguments], context));
  for (const node of calls.calls.get('build') ?? []) {
    const agent = readBuilder(node, context) ?? readBuild(node, context);
    if (agent !== undefined) found.push(agent);
  }
  return found;
}

/** Whether a call calls a function of Toolwright, also by a second name. */
function isFunction(node: ts.CallExpression, name: string, context: FlowContext): boolean {
  const { compiler, library, analysis } = context;
  const callee = plain(node.expression, compiler);
  return (
    library.isNamed(analysis.symbolOf(callee), name) ||
    library.isNamed(compiler.checker.getTypeAtLocation(callee).getSymbol(), name)
  );
}

/** A construction of a value without a type that is given what agents are given. */
function readUntyped(node: ts.NewExpression, context: FlowContext): readonly AgentNode[] {
  const { ts, checker } = context.compiler;
  const { Any, Unknown, TypeParameter } = ts.TypeFlags;
  if ((checker.getTypeAtLocation(node).flags & (Any | Unknown | TypeParameter)) === 0) return [];
  const options = noOptions();
  for (const one of node.arguments ?? []) readOptions(one, options, context, OUTERMOST);
  const isAgent = [...TOOL_OPTIONS, 'handoffs'].some((name) => options.values.has(name));
  return isAgent ? [toAgent(node, options, context)] : [];
}

/** A call that gets a class, and the options for it. */
function readHanded(node: ts.CallExpression, context: FlowContext): AgentNode {
  const options = noOptions();
  for (const one of node.arguments) readOptions(one, options, context, OUTERMOST);
  const isGiven = ['llmClient', ...TOOL_OPTIONS].some((name) => options.values.has(name));
  return isGiven ? toAgent(node, options, context) : readUnknown(node, context);
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
  const options = noOptions();
  for (const one of given) readOptions(one, options, context, OUTERMOST);
  return toAgent(node, options, context);
}

function toAgent(node: AgentNode['node'], outer: AgentOptions, context: FlowContext): AgentNode {
  const inner = readInner(outer, 'agent', context);
  // What has no policies that count.
  const others = [readInner(outer, UNGUARDED, context), readGroup(outer, context)];
  const all = [outer, inner, ...others];
  const [name] = [outer, inner].flatMap(({ values }) => values.get('name') ?? []);
  const given = (option: string): ts.Expression[] => all.flatMap(({ values }) => values.get(option) ?? []);
  const prompts = promptTools(outer, context);
  const lists = [outer, inner].flatMap(({ values }) => values.get('policies') ?? []);
  return {
    node,
    name:
      name !== undefined && context.compiler.ts.isStringLiteralLike(name)
        ? name.text
        : nameAround(node, context),
    tools: [...TOOL_OPTIONS.flatMap(given), ...prompts.tools],
    provided: [...all.flatMap((one) => requestTools(one, context)), ...prompts.items],
    opaque: all.flatMap(({ opaque }) => opaque),
    handoffs: given('handoffs'),
    guards: lists.flatMap((list) => findGuards(list, context)),
  };
}

/** The options of the agent of a session, and more options of one with capabilities. */
function readInner({ values }: AgentOptions, name: string, context: FlowContext): AgentOptions {
  const inner = noOptions();
  const given = values.get(name) ?? [];
  const reading = { ...OUTERMOST, isCertain: given.length === 1 };
  for (const one of given) readOptions(one, inner, context, reading);
  return inner;
}

/** The agents of a group have options of their own, by name. */
function readGroup(outer: AgentOptions, context: FlowContext): AgentOptions {
  const group = noOptions();
  const { values, opaque } = readInner(outer, 'agents', context);
  group.opaque.push(...opaque);
  for (const one of [...values.values()].flat())
    readOptions(one, group, context, { ...OUTERMOST, isCertain: false });
  return group;
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
  const options = noOptions();
  let step: ts.Expression | undefined = receiver;
  while (step !== undefined && ts.isCallExpression(step)) {
    const [argument] = step.arguments;
    const name = calledName(step, compiler);
    // The last value of a setting counts, and the chain is read backwards.
    const earlier = new Map(options.values);
    if (argument !== undefined && name === 'tools') addOption(options, 'toolRegistry', [argument], OUTERMOST);
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
