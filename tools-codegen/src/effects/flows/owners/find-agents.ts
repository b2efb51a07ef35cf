import type { ts } from 'ts-morph';
import { CLASSES, isAgentClass, makesAgent, optionsOf } from './agent-classes.js';
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
import { AGENT_FUNCTIONS, findHandedClasses, isAgentFunction } from './handed-classes.js';
import { findMakerUses, lastNameOf } from './maker-uses.js';
import { promptTools, requestTools } from './provided-tools.js';
import type { SourceItem } from './tool-source.js';

/** A place where the program makes an agent, or calls a model as one. */
export interface AgentNode {
  /** The `new` expression or the call; the class or the function if neither can be found. */
  readonly node: ts.Expression;
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
  const handed = findHandedClasses(context);
  const isBound = handed.some(({ node }) => isAgentClass(node, context));
  const found: AgentNode[] = findLostAgents(context);
  for (const node of calls.constructions) {
    if (makesAgent(node, context)) found.push(readConstruction(node, isBound, context));
    else found.push(...readUntyped(node, context));
  }
  for (const { node, givesAgent } of handed)
    found.push(givesAgent ? readHanded(node, context) : readUnknown(node, context));
  for (const name of AGENT_FUNCTIONS)
    for (const node of calls.calls.get(name) ?? [])
      if (isFunction(node, name, context)) found.push(readAgent(node, [...node.arguments], context));
      else if (isUntyped(node.expression, context)) found.push(...readGuessed(node, context));
  for (const node of calls.calls.get('build') ?? []) {
    const agent = readBuilder(node, context) ?? readBuild(node, context);
    if (agent !== undefined) found.push(agent);
  }
  return found;
}

/** Agents of classes and functions that are held where their names do not lead: by their types, else by the names of their holders. */
function findLostAgents(context: FlowContext): AgentNode[] {
  const { calls, analysis, compiler } = context;
  const { isHeld, lost } = findMakerUses(context);
  const typed = isHeld ? calls.all.filter((node) => isAgentFunction(node.expression, context)) : [];
  const found = typed.map((node) => readAgent(node, [...node.arguments], context));
  if (lost.length === 0) return found;
  const nodes = [...calls.constructions, ...calls.all];
  const untyped = new Set(nodes.filter(({ expression }) => isUntyped(expression, context)));
  for (const { node: maker, names, declarations, made: inPlace } of lost) {
    const makes = (node: ts.NewExpression | ts.CallExpression): boolean => {
      const declared = analysis.symbolOf(plain(node.expression, compiler))?.valueDeclaration;
      if (declared !== undefined && declarations.has(declared)) return true;
      return untyped.has(node) && names.has(lastNameOf(node.expression, compiler.ts) ?? '');
    };
    const made = inPlace === undefined ? nodes.filter(makes) : [inPlace];
    found.push(...made.map((node) => readAgent(node, [...(node.arguments ?? [])], context)));
    if (made.length === 0) found.push(readUnknown(maker, context));
  }
  return found;
}

function isUntyped(value: ts.Expression, { compiler: { ts, checker } }: FlowContext): boolean {
  return (checker.getTypeAtLocation(value).flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

function readConstruction(node: ts.NewExpression, isBound: boolean, context: FlowContext): AgentNode {
  const { compiler, analysis } = context;
  const agent = readAgent(node, optionsOf(node, context), context);
  const declared = analysis.symbolOf(plain(node.expression, compiler))?.valueDeclaration;
  const isClass =
    declared !== undefined &&
    (compiler.ts.isClassLike(declared) || !analysis.isOwn(declared.getSourceFile()));
  // A bound class has options of its own.
  return isBound && !isClass ? { ...agent, opaque: [...agent.opaque, node.expression] } : agent;
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
  if (isAgent) return [toAgent(node, options, context)];
  return CLASSES.includes(calledClass(node, context) ?? '') ? readGuessed(node, context) : [];
}

/** The name of the class that is constructed, in the module that it comes from. */
function calledClass(
  { expression }: ts.NewExpression,
  { compiler, analysis }: FlowContext,
): string | undefined {
  const declared = analysis.symbolOf(plain(expression, compiler))?.valueDeclaration;
  const isRenamed = declared !== undefined && compiler.ts.isBindingElement(declared);
  return (isRenamed ? declared.propertyName?.getText() : undefined) ?? lastNameOf(expression, compiler.ts);
}

/** What has no type, the name of a maker, and options that an agent may have: `new module.Agent(options)` after `import(name)`. */
function readGuessed(node: ts.NewExpression | ts.CallExpression, context: FlowContext): readonly AgentNode[] {
  const agent = readAgent(node, [...(node.arguments ?? [])], context);
  return agent.tools.length + agent.handoffs.length + agent.opaque.length > 0 ? [agent] : [];
}

/** A call that gets a class, and the options for it. */
function readHanded(node: ts.CallExpression, context: FlowContext): AgentNode {
  const options = noOptions();
  for (const one of node.arguments) readOptions(one, options, context, OUTERMOST);
  const isGiven = ['llmClient', 'agent', ...TOOL_OPTIONS].some((name) => options.values.has(name));
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
  const made = ts.isNewExpression(node) || ts.isCallExpression(node) ? node.expression : node;
  return made.getText().split('.')[0]?.slice(0, 60) ?? 'agent';
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
