import { memberOf, type ToolSite } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { addTo } from '../../sources/source-index.js';
import { isWithin } from '../../walk/positions.js';
import { calledName, type FlowContext, plain, receiverOf, short } from './flow-context.js';
import type { Bindings, SourceItem } from './tool-source.js';

/** Finds tools that the program adds to registries after creating them. */
export interface Registrations {
  /** Returns the calls on the registry that a declared name holds, including calls after the registry is passed on. */
  of(declaration: ts.Node): readonly ts.CallExpression[];
}

export function findRegistrations(context: FlowContext): Registrations {
  const { compiler, analysis, calls } = context;
  const { ts } = compiler;
  const direct = new Map<ts.Node, ts.CallExpression[]>();
  const add = (target: ts.Expression | undefined, call: ts.CallExpression): void => {
    if (target === undefined || ts.isNewExpression(target)) return;
    const declaration = analysis.symbolOf(target)?.valueDeclaration;
    if (declaration !== undefined) addTo(direct, declaration, call);
  };
  for (const call of calls.registering) {
    const [registry] = calledName(call, compiler) === 'addTo' ? call.arguments : [chainRoot(call, context)];
    if (registry !== undefined) add(plain(registry, compiler), call);
  }
  const parameters = [...direct.keys()].filter(ts.isParameter);
  const find = (declaration: ts.Node, seen: Set<ts.Node>): readonly ts.CallExpression[] => {
    if (seen.has(declaration)) return [];
    seen.add(declaration);
    const passed = parameters.filter((parameter) => isPassed(declaration, parameter, context));
    return [...(direct.get(declaration) ?? []), ...passed.flatMap((one) => find(one, seen))];
  };
  return { of: (declaration) => find(declaration, new Set()) };
}

/** Whether a call passes the declared value to a parameter. */
function isPassed(
  declaration: ts.Node,
  parameter: ts.ParameterDeclaration,
  { compiler, analysis }: FlowContext,
): boolean {
  const { ts } = compiler;
  const owner = parameter.parent;
  const index = owner.parameters.indexOf(parameter);
  const calls = ts.isConstructorDeclaration(owner)
    ? analysis.implementations.constructionsOf(owner.parent)
    : analysis.implementations.callsOf(owner);
  return calls.some(({ arguments: args }) => {
    const given = args?.[index];
    return given !== undefined && analysis.symbolOf(plain(given, compiler))?.valueDeclaration === declaration;
  });
}

export function readRegistration(
  call: ts.CallExpression,
  bindings: Bindings,
  context: FlowContext,
): readonly SourceItem[] {
  const { compiler, followed } = context;
  followed.add(call);
  const name = calledName(call, compiler);
  if (name === 'addTo') return [readServer(call, context)];
  const [targets, options] = separateOptions(call.arguments, context);
  return targets.flatMap((target) => {
    if (compiler.ts.isSpreadElement(target))
      return [{ kind: 'unknown', reason: `tools of \`${short(target)}\``, at: call }];
    return name === 'registerFrom'
      ? readObject(plain(target, compiler), options, call, context)
      : readFunction(plain(target, compiler), bindings, context);
  });
}

/** As the registry does: only the second of two arguments can be options. */
function separateOptions(
  [target, second, ...others]: readonly ts.Expression[],
  { compiler: { ts, checker } }: FlowContext,
): [targets: readonly ts.Expression[], options: ts.Expression | undefined] {
  if (target === undefined) return [[], undefined];
  if (second === undefined) return [[target], undefined];
  const isSole = others.length === 0 && !ts.isSpreadElement(second);
  const members = checker.getNonNullableType(checker.getTypeAtLocation(second)).getProperties();
  if (isSole && members.every(({ name }) => OPTIONS.has(name))) return [[target], second];
  return [[target, second, ...others], undefined];
}

/** The members of `RegisterFromOptions`. */
const OPTIONS: ReadonlySet<string> = new Set(['prefix', 'only', 'except', 'resources']);

/** Reads `connection.addTo(registry)`, which adds the tools of an MCP server. */
function readServer(call: ts.CallExpression, { compiler, library }: FlowContext): SourceItem {
  const receiver = receiverOf(call, compiler);
  const symbol = receiver && compiler.checker.getTypeAtLocation(receiver).getSymbol();
  return library.isNamed(symbol, 'McpConnection')
    ? { kind: 'mcp', at: call }
    : { kind: 'unknown', reason: `tools that \`${short(call)}\` adds`, at: call };
}

/** Reads `registerFrom(object, { only, except })`: finds the tools among the members of the object's type. */
function readObject(
  target: ts.Expression,
  options: ts.Expression | undefined,
  at: ts.Node,
  { compiler, analysis, sites }: FlowContext,
): readonly SourceItem[] {
  const { ts, checker } = compiler;
  const type = checker.getTypeAtLocation(target);
  const declared = checker.getPropertiesOfType(type).flatMap(({ declarations = [] }) => declarations);
  const owner = type.getSymbol()?.valueDeclaration;
  const isExact = ts.isNewExpression(target);
  const heirs =
    !isExact && owner !== undefined && ts.isClassLike(owner)
      ? analysis.implementations.subclassesOf(owner)
      : [];
  const places: ts.Node[] = [...declared, ...heirs.flatMap(({ members }) => [...members])];
  const found = sites.filter(({ code }) => places.some((place) => isWithin(code, place)));
  const isOwn = owner !== undefined && analysis.isOwn(owner.getSourceFile());
  if (found.length === 0 && !isOwn)
    return [
      { kind: 'unknown', reason: `tools of \`${short(target)}\`, whose code is not in the program`, at },
    ];
  const only = namesIn(memberOf(options, 'only', compiler), compiler.ts);
  const except = namesIn(memberOf(options, 'except', compiler), compiler.ts);
  return found
    .filter(({ name }) => (only === undefined || only.has(name)) && !except?.has(name))
    .map((site) => ({ kind: 'tool', site }));
}

/** Returns the strings in a list; undefined unless all elements are string literals. */
function namesIn(list: ts.Expression | undefined, ts_: typeof ts): ReadonlySet<string> | undefined {
  if (list === undefined || !ts_.isArrayLiteralExpression(list)) return undefined;
  const texts = list.elements.filter(ts_.isStringLiteralLike).map(({ text }) => text);
  return texts.length === list.elements.length ? new Set(texts) : undefined;
}

/** Reads `register(tool)`, where the tool is a function of the program, an agent or an object literal. */
function readFunction(
  target: ts.Expression,
  bindings: Bindings,
  { compiler, analysis, sites }: FlowContext,
): readonly SourceItem[] {
  const { ts } = compiler;
  const agent = agentBehind(target, compiler);
  if (agent !== undefined) return [{ kind: 'agent', agent, bindings }];
  const declaration = analysis.symbolOf(target)?.valueDeclaration;
  const site = declaration && siteIn(declaration, sites);
  if (site !== undefined) return [{ kind: 'tool', site }];
  const initial =
    declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  const held = initial && agentBehind(plain(initial, compiler), compiler);
  if (held !== undefined) return [{ kind: 'agent', agent: held, bindings }];
  return [
    { kind: 'unknown', reason: `the tool \`${short(target)}\`, which codegen has not found`, at: target },
  ];
}

/** Returns `researcher` from `researcher.asTool()`. */
export function agentBehind(
  node: ts.Expression,
  compiler: FlowContext['compiler'],
): ts.Expression | undefined {
  if (!compiler.ts.isCallExpression(node)) return undefined;
  const name = calledName(node, compiler);
  return name === 'asTool' || name === 'asHandoff' ? receiverOf(node, compiler) : undefined;
}

function siteIn(declaration: ts.Node, sites: readonly ToolSite[]): ToolSite | undefined {
  return sites.find(({ code }) => isWithin(code, declaration));
}

/** Returns the start of a chain of calls: `registry` in `registry.register(a).register(b)`. */
function chainRoot(call: ts.CallExpression, { compiler }: FlowContext): ts.Expression | undefined {
  let root = receiverOf(call, compiler);
  while (root !== undefined && compiler.ts.isCallExpression(root)) {
    const next = receiverOf(root, compiler);
    if (next === undefined) break;
    root = next;
  }
  return root;
}
