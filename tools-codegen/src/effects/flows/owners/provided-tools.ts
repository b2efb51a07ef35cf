import type { ts } from 'ts-morph';
import { type AgentOptions, noOptions, OUTERMOST, readOptions } from './agent-options.js';
import { type FlowContext, plain, receiverOf } from './flow-context.js';
import { short } from './registrations.js';
import type { SourceItem } from './tool-source.js';

/** The members of prompts that bring tools. */
const PROMPT_PARTS = ['tools', 'mcpServers', 'webSearch', 'computerUse'];
/** The prompts that go on with one, and may have tools of their own. */
const HANDLERS = ['exceptionHandler', 'interruptHandler', 'finalHandler'];
/** Members of a request's body that may turn on tools of the provider. */
const PROVIDER_TOOLS = /tool|search|plugin|mcp|connector|ground|retriev|function/i;
const MAX_DEPTH = 8;

/** What an agent reaches beside the tools that it is given. */
export interface ProvidedTools {
  /** What gives tools, as a registry does. */
  readonly tools: readonly ts.Expression[];
  readonly items: readonly SourceItem[];
}

/** The tools of the provider that options of requests turn on. */
export function requestTools({ values }: AgentOptions, context: FlowContext): readonly SourceItem[] {
  const searches = (values.get('webSearchOptions') ?? []).flatMap((one) => searchOf(one, 'yes', context));
  const bodies = (values.get('extraBody') ?? []).flatMap((one) => toolsInBody(one, context));
  return [...searches, ...bodies];
}

/** Options of requests that belong to no agent that was found, such as those of one run: each agent may get them. */
export function strayRequestTools(context: FlowContext): readonly SourceItem[] {
  const { calls, provided } = context;
  return calls.requestOptions.flatMap(({ name, value }): readonly SourceItem[] => {
    if (provided.has(value)) return [];
    return name === 'extraBody' ? toolsInBody(value, context) : searchOf(value, 'may', context);
  });
}

function searchOf(
  value: ts.Expression,
  certainty: 'yes' | 'may',
  { compiler, provided }: FlowContext,
): readonly SourceItem[] {
  provided.add(value);
  return isOff(plain(value, compiler), compiler.ts) ? [] : [{ kind: 'search', at: value, certainty }];
}

function isOff(value: ts.Expression, { SyntaxKind, isIdentifier }: typeof ts): boolean {
  const { kind } = value;
  return (
    kind === SyntaxKind.FalseKeyword ||
    kind === SyntaxKind.NullKeyword ||
    (isIdentifier(value) && value.text === 'undefined')
  );
}

function toolsInBody(value: ts.Expression, context: FlowContext): readonly SourceItem[] {
  const { compiler, provided } = context;
  provided.add(value);
  if (isOff(plain(value, compiler), compiler.ts)) return [];
  const body = noOptions();
  readOptions(value, body, context, OUTERMOST);
  const isRead = body.values.size > 0 || compiler.ts.isObjectLiteralExpression(plain(value, compiler));
  const isPlain = ![...body.values.keys()].some((name) => PROVIDER_TOOLS.test(name));
  if (isRead && body.opaque.length === 0 && isPlain) return [];
  return [
    { kind: 'unknown', reason: `tools of the provider that \`${short(value)}\` may turn on`, at: value },
  ];
}

/** The tools of the prompt that `agentCall` gets, or of the last one of its dialog. */
export function promptTools({ values }: AgentOptions, context: FlowContext): ProvidedTools {
  const found = noOptions();
  for (const prompt of values.get('prompt') ?? []) readPrompt(prompt, found, context, MAX_DEPTH);
  const [dialog] = values.get('dialog') ?? [];
  if (dialog !== undefined && !values.has('prompt')) addAnyPrompt(dialog, found, context);
  for (const handler of HANDLERS.flatMap((name) => found.values.get(name) ?? [])) {
    const inner = plain(handler, context.compiler);
    if (!isTemplate(inner, context)) readOptions(handler, found, context, { ...OUTERMOST, isCertain: false });
  }
  const give = (name: string): readonly ts.Expression[] => found.values.get(name) ?? [];
  const servers = give('mcpServers').filter(
    (one) => !isOff(plain(one, context.compiler), context.compiler.ts),
  );
  const unknown = (at: ts.Node, reason: string): SourceItem => ({ kind: 'unknown', reason, at });
  return {
    tools: give('tools'),
    items: [
      ...servers.map((at): SourceItem => ({ kind: 'mcp', at })),
      ...give('webSearch').flatMap((one) => searchOf(one, 'yes', context)),
      ...give('computerUse').map((at) => unknown(at, `tools of the computer \`${short(at)}\``)),
      ...found.opaque.map((at) => unknown(at, `tools of the prompt \`${short(at)}\``)),
    ],
  };
}

/** A handler that is a text, or a function that gives one. */
function isTemplate(value: ts.Expression, { compiler: { ts, checker } }: FlowContext): boolean {
  const type = checker.getTypeAtLocation(value);
  return (type.flags & ts.TypeFlags.StringLike) !== 0 || type.getCallSignatures().length > 0;
}

function readPrompt(given: ts.Expression, found: AgentOptions, context: FlowContext, depth: number): void {
  const { compiler, analysis, library } = context;
  const { ts } = compiler;
  const value = plain(given, compiler);
  if (isOff(value, ts)) return;
  if (ts.isConditionalExpression(value)) {
    for (const one of [value.whenTrue, value.whenFalse]) readPrompt(one, found, context, depth);
    return;
  }
  if (ts.isNewExpression(value) && library.isNamed(analysis.symbolOf(value.expression), 'Prompt')) {
    for (const one of value.arguments ?? [])
      readOptions(one, found, context, { ...OUTERMOST, isCertain: false });
    return;
  }
  const base = ts.isCallExpression(value) ? extended(value, context) : undefined;
  if (base !== undefined && ts.isCallExpression(value) && depth > 0) {
    readPrompt(base, found, context, depth - 1);
    for (const one of value.arguments) readOptions(one, found, context, { ...OUTERMOST, isCertain: false });
    return;
  }
  const declared = ts.isIdentifier(value) ? analysis.symbolOf(value)?.valueDeclaration : undefined;
  const isConstant =
    declared !== undefined &&
    ts.isVariableDeclaration(declared) &&
    (ts.getCombinedNodeFlags(declared) & ts.NodeFlags.Const) !== 0;
  if (isConstant && declared.initializer !== undefined && depth > 0)
    readPrompt(declared.initializer, found, context, depth - 1);
  else addAnyPrompt(value, found, context);
}

/** The prompt that `prompt.extend({ … })` goes on with. */
function extended(call: ts.CallExpression, { compiler, library }: FlowContext): ts.Expression | undefined {
  const receiver = receiverOf(call, compiler);
  const symbol = receiver && compiler.checker.getTypeAtLocation(receiver).getSymbol();
  return library.isNamed(symbol, 'Prompt') ? receiver : undefined;
}

/** A prompt that cannot be followed may be any that the program makes. Most programs have none with tools. */
function addAnyPrompt(value: ts.Expression, { opaque }: AgentOptions, context: FlowContext): void {
  const { calls, library, analysis, compiler } = context;
  const made = calls.constructions.filter((node) =>
    library.isNamed(analysis.symbolOf(node.expression), 'Prompt'),
  );
  const copied = (calls.calls.get('extend') ?? []).filter((node) => extended(node, context) !== undefined);
  const hasTools = [...made, ...copied].some((node) =>
    (node.arguments ?? []).some((one) => mayHaveTools(plain(one, compiler), compiler.ts)),
  );
  if (hasTools) opaque.push(value);
}

function mayHaveTools(definition: ts.Expression, ts_: typeof ts): boolean {
  if (!ts_.isObjectLiteralExpression(definition)) return true;
  return definition.properties.some(
    (member) =>
      member.name === undefined ||
      ts_.isComputedPropertyName(member.name) ||
      PROMPT_PARTS.includes(member.name.text) ||
      (HANDLERS.includes(member.name.text) &&
        ts_.isPropertyAssignment(member) &&
        mayHaveTools(member.initializer, ts_) &&
        !ts_.isStringLiteralLike(member.initializer) &&
        !ts_.isFunctionLike(member.initializer)),
  );
}
