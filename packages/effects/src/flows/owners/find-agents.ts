import type { ts } from 'ts-morph';
import { type AgentOptions, addOption, noOptions, readOptions, TOOL_OPTIONS } from './agent-options.js';
import { CLASSES, constructorOf, findMakerUses, handsOn, isAgentType, isMaker } from './find-makers.js';
import { calledName, type FlowContext, nameAround, receiverOf } from './flow-context.js';
import { findGuards, type Guard } from './guards.js';
import { promptTools, requestTools } from './provided-tools.js';
import type { SourceItem } from './tool-source.js';

/** Code that constructs an agent, or that calls a model like an agent. */
export interface AgentNode {
  /** The `new` expression or the call. If neither can be found, the expression that passes on the class or function. */
  readonly node: ts.Expression;
  readonly name: string;
  readonly tools: readonly ts.Expression[];
  /** The agent's other sources: MCP servers and tools of the provider. */
  readonly provided: readonly SourceItem[];
  /** Options that cannot be analysed and may contain tools. */
  readonly opaque: readonly ts.Node[];
  readonly handoffs: readonly ts.Expression[];
  /** The agent's `separate` policies. */
  readonly guards: readonly Guard[];
}

/**
 * Finds agents by the types of constructed classes and called functions. Where the type is lost, the code is treated as an agent with any
 * tools.
 */
export function findAgents(context: FlowContext): readonly AgentNode[] {
  const { calls, compiler, library } = context;
  const { ts, checker } = compiler;
  const { names, isHeld, lost } = findMakerUses(context);
  const found = lost.map((node) => toAgent(node, { values: new Map(), opaque: [node] }, context));
  for (const node of calls.constructions) {
    const isAgent =
      isAgentType(checker.getTypeAtLocation(node), context) || isMaker(node.expression, context);
    const maker = isAgent ? constructorOf(node.expression, context) : undefined;
    if (isAgent && maker === undefined) found.push(readAgent(node, context, [node.expression]));
    else if (maker === 'library' || (!isAgent && mayBeAgent(node, context)))
      found.push(readAgent(node, context));
  }
  for (const node of calls.all) {
    const name = calledName(node, compiler);
    const receiver = receiverOf(node, compiler);
    const held =
      receiver !== undefined && name === 'build'
        ? checker.getTypeAtLocation(receiver).getSymbol()
        : undefined;
    if (node.expression.kind === ts.SyntaxKind.SuperKeyword) {
      if (isOutermostSuper(node, context)) found.push(readAgent(node, context));
    } else if (library.isNamed(held, 'CapabilityAgentBuilder'))
      found.push(readBuilder(node, receiver, context));
    else if (library.isNamed(held, 'AgentRegistry')) found.push(readAgent(node, context));
    else if (isHeld || (name !== undefined && names.has(name))) {
      const isGuess = name !== undefined && names.has(name) && isUntyped(node.expression, context);
      if (isGuess || isMaker(node.expression, context)) found.push(readAgent(node, context));
    }
  }
  return found;
}

/** Whether a call to `super` passes its own options to Toolwright's constructor, or to a constructor that cannot be analysed. */
function isOutermostSuper(node: ts.CallExpression, context: FlowContext): boolean {
  const { ts, checker } = context.compiler;
  const owner = ts.findAncestor(node, ts.isClassLike);
  if (owner === undefined) return false;
  const isAgent = ts.isClassExpression(owner)
    ? isMaker(owner, context)
    : isAgentType(checker.getTypeAtLocation(owner), context);
  const made = owner.members.find(ts.isConstructorDeclaration);
  const base = owner.heritageClauses?.[0]?.types[0]?.expression;
  if (!isAgent || base === undefined || made === undefined || handsOn(made, ts)) return false;
  return constructorOf(base, context) !== 'own';
}

function isUntyped(value: ts.Expression, { compiler: { ts, checker } }: FlowContext): boolean {
  const { Any, Unknown, TypeParameter } = ts.TypeFlags;
  return (checker.getTypeAtLocation(value).flags & (Any | Unknown | TypeParameter)) !== 0;
}

/**
 * Whether the construction of an untyped value may create an agent: the class has the name of an agent class, or receives an agent's
 * options.
 */
function mayBeAgent(node: ts.NewExpression, context: FlowContext): boolean {
  if (!isUntyped(node, context)) return false;
  if (CLASSES.includes(/\w+$/.exec(node.expression.getText())?.[0] ?? '')) return true;
  const { values } = optionsIn(node, context);
  return [...TOOL_OPTIONS, 'handoffs'].some((name) => values.has(name));
}

function optionsIn(node: ts.NewExpression | ts.CallExpression, context: FlowContext): AgentOptions {
  const options = noOptions();
  for (const one of node.arguments ?? []) readOptions(one, options, context);
  return options;
}

function readAgent(
  node: ts.NewExpression | ts.CallExpression,
  context: FlowContext,
  opaque: readonly ts.Node[] = [],
): AgentNode {
  const options = optionsIn(node, context);
  options.opaque.push(...opaque);
  return toAgent(node, options, context);
}

/** Reads `CapabilityAgent.builder().tools(registry).with({ … }).build()`. */
function readBuilder(
  node: ts.CallExpression,
  receiver: ts.Expression | undefined,
  context: FlowContext,
): AgentNode {
  const { compiler } = context;
  const { ts } = compiler;
  const options = noOptions();
  const steps: ts.CallExpression[] = [];
  let step = receiver;
  for (; step !== undefined && ts.isCallExpression(step); step = receiverOf(step, compiler))
    steps.unshift(step);
  if (step !== undefined && !ts.isIdentifier(step)) options.opaque.push(step);
  for (const one of steps) {
    const [argument] = one.arguments;
    const name = calledName(one, compiler);
    if (argument !== undefined && name === 'tools') addOption(options, 'toolRegistry', [argument]);
    if (argument !== undefined && name === 'with') readOptions(argument, options, context);
  }
  return toAgent(node, options, context);
}

function toAgent(node: AgentNode['node'], outer: AgentOptions, context: FlowContext): AgentNode {
  const inner = noOptions();
  for (const one of outer.values.get('agent') ?? []) readOptions(one, inner, context);
  // The agents of a group have their own options, by name. Their policies do not apply to the other agents.
  const [members, group] = [noOptions(), noOptions()];
  for (const one of outer.values.get('agents') ?? []) readOptions(one, members, context);
  for (const one of [...members.values.values()].flat()) readOptions(one, group, context, false);
  const all = [outer, inner, members, group];
  const own = [outer, inner];
  const isGuarded =
    (inner.values.has('policies') ? outer.values.get('agent')?.length === 1 : true) && !outer.isChanged;
  const given = (option: string, among = all): ts.Expression[] =>
    among.flatMap(({ values }) => values.get(option) ?? []);
  const [name] = given('name', own);
  const prompts = promptTools(outer, context);
  return {
    node,
    name:
      name !== undefined && context.compiler.ts.isStringLiteralLike(name)
        ? name.text
        : nameAround(node, context.compiler),
    tools: [...TOOL_OPTIONS.flatMap((option) => given(option)), ...prompts.tools],
    provided: [...all.flatMap((one) => requestTools(one, context)), ...prompts.items],
    opaque: all.flatMap(({ opaque }) => opaque),
    handoffs: given('handoffs'),
    guards: isGuarded ? given('policies', own).flatMap((list) => findGuards(list, context)) : [],
  };
}
