import type { ts } from 'ts-morph';
import { type AgentOptions, noOptions, readOptions } from './agent-options.js';
import { calledName, type FlowContext, plain, short } from './flow-context.js';
import type { SourceItem } from './tool-source.js';

/** Matches members of prompts that add tools or a prompt to continue with, and syntax that may contain any member. */
const PROMPT_TOOLS = /\b(?:tools|mcpServers|webSearch|computerUse)\b|\.\.\.|\[/;
/** Options that hold the next prompt, which may have its own tools. */
const HANDLERS = ['exceptionHandler', 'interruptHandler', 'finalHandler'];
/** Matches members of a request body that may enable the provider's built-in tools. */
const PROVIDER_TOOLS = /tool|search|plugin|mcp|connector|ground|retriev|function/i;

/** The tools of an agent in addition to those in its options. */
export interface ProvidedTools {
  /** Expressions that provide tools, as a registry does. */
  readonly tools: readonly ts.Expression[];
  readonly items: readonly SourceItem[];
}

/** Finds the provider's built-in tools that request options enable. */
export function requestTools({ values }: AgentOptions, context: FlowContext): readonly SourceItem[] {
  const searches = (values.get('webSearchOptions') ?? []).flatMap((one) => searchOf(one, 'yes', context));
  return [...searches, ...(values.get('extraBody') ?? []).flatMap((one) => toolsInBody(one, context))];
}

/** Finds tools in request options that belong to no known agent, such as the options of a single run. Any agent may receive these. */
export function strayRequestTools(context: FlowContext): readonly SourceItem[] {
  return context.calls.requestOptions.flatMap(({ name, value }): readonly SourceItem[] => {
    if (context.provided.has(value)) return [];
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
  readOptions(value, body, context);
  const isRead = body.values.size > 0 || compiler.ts.isObjectLiteralExpression(plain(value, compiler));
  const isPlain = ![...body.values.keys()].some((name) => PROVIDER_TOOLS.test(name));
  if (isRead && body.opaque.length === 0 && isPlain) return [];
  return [anyTool(value, `built-in tools of the provider that \`${short(value)}\` may enable`)];
}

function anyTool(at: ts.Node, reason: string): SourceItem {
  return { kind: 'unknown', reason, at };
}

/** Finds the tools of the prompt that is passed to `agentCall`, or of the last prompt in its dialog. */
export function promptTools({ values }: AgentOptions, context: FlowContext): ProvidedTools {
  const { compiler } = context;
  const { ts, checker } = compiler;
  const found = noOptions();
  for (const prompt of values.get('prompt') ?? values.get('dialog') ?? []) readPrompt(prompt, found, context);
  for (const handler of HANDLERS.flatMap((name) => found.values.get(name) ?? [])) {
    const type = checker.getTypeAtLocation(handler);
    // A string, or a function that returns one, has no tools.
    if ((type.flags & ts.TypeFlags.StringLike) === 0 && type.getCallSignatures().length === 0)
      readOptions(handler, found, context, false);
  }
  const give = (name: string): readonly ts.Expression[] =>
    (found.values.get(name) ?? []).filter((one) => !isOff(plain(one, compiler), ts));
  return {
    tools: give('tools'),
    items: [
      ...give('mcpServers').map((at): SourceItem => ({ kind: 'mcp', at })),
      ...give('webSearch').flatMap((one) => searchOf(one, 'yes', context)),
      ...give('computerUse').map((at) => anyTool(at, `tools of the computer \`${short(at)}\``)),
      ...found.opaque.map((at) => anyTool(at, `tools of the prompt \`${short(at)}\``)),
    ],
  };
}

/**
 * Reads `new Prompt({ … })`, inline or in a constant. Any other expression may be any prompt of the program; most programs have no prompts
 * with tools.
 */
function readPrompt(given: ts.Expression, found: AgentOptions, context: FlowContext): void {
  const { compiler, analysis, calls } = context;
  const { ts } = compiler;
  const value = plain(given, compiler);
  if (isOff(value, ts)) return;
  const declared = ts.isIdentifier(value) ? analysis.symbolOf(value)?.valueDeclaration : undefined;
  const isConstant =
    declared !== undefined &&
    ts.isVariableDeclaration(declared) &&
    (ts.getCombinedNodeFlags(declared) & ts.NodeFlags.Const) !== 0;
  const made =
    isConstant && declared.initializer !== undefined ? plain(declared.initializer, compiler) : value;
  if (isPromptOf(made, context)) {
    for (const one of made.arguments ?? []) readOptions(one, found, context, false);
    return;
  }
  const prompts = [
    ...calls.constructions.filter((node) => isPromptOf(node, context)),
    ...calls.all.filter((node) => calledName(node, compiler) === 'extend'),
  ];
  const hasTools = prompts.some(({ arguments: args = [] }) =>
    args.some(
      (one) => !ts.isObjectLiteralExpression(plain(one, compiler)) || PROMPT_TOOLS.test(one.getText()),
    ),
  );
  if (hasTools) found.opaque.push(value);
}

function isPromptOf(
  value: ts.Expression,
  { compiler: { ts }, analysis, library }: FlowContext,
): value is ts.NewExpression {
  return ts.isNewExpression(value) && library.isNamed(analysis.symbolOf(value.expression), 'Prompt');
}
