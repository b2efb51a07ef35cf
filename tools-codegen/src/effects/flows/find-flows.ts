import type { ts } from 'ts-morph';
import { compareText } from '../../compare-text.js';
import type { ToolSite } from '../../discover/sites/tool-site.js';
import type { ToolEffects } from '../effect.js';
import type { ToolProgram } from '../program/read-tool-sites.js';
import type { DescribeStep } from '../program/steps.js';
import type { Analysis } from '../walk/analysis.js';
import type { Certainty, FlowEntry, FlowRole, ToolFlows } from './flow.js';
import { entriesOf, type Member, unique } from './flow-entries.js';
import { formerNamesOf, withPresentNames } from './former-names.js';
import { namesOutside, trifectaOf, unguardedOf, WEB_SEARCH } from './guarded.js';
import { agentsBehind } from './owners/agents-behind.js';
import { type AgentNode, findAgents } from './owners/find-agents.js';
import { type FlowContext, plain } from './owners/flow-context.js';
import type { Guard } from './owners/guards.js';
import { strayRequestTools } from './owners/provided-tools.js';
import { agentBehind, findRegistrations, short } from './owners/registrations.js';
import { createToolResolution, type ResolveTools } from './owners/resolve-tools.js';
import { findStrays } from './owners/strays.js';
import { NO_BINDINGS, returnedBy, type SourceItem } from './owners/tool-source.js';
import { findWrittenCalls } from './owners/written-calls.js';
import { rolesOf, type ToolRoles } from './tool-roles.js';
import { readTypeTraits } from './type-traits.js';

/** Flows, with the node that a finding points to. */
export interface FoundFlows {
  readonly flows: ToolFlows;
  readonly at: ts.Node;
  /** Whether all three still come together under its policies. */
  readonly unguarded: Certainty | 'no';
  /** Names in the lists of `separate` that no tool of the owner has. */
  readonly unknownNames: readonly string[];
}

interface FlowSearch extends FlowContext {
  readonly resolve: ResolveTools;
  readonly agents: ReadonlyMap<ts.Node, AgentNode>;
  readonly roles: ReadonlyMap<ToolSite, ToolRoles>;
  /** The names that a tool had before. */
  formerNamesOf(site: ToolSite): readonly string[];
  readonly describe: DescribeStep;
}

/**
 * Finds the agents of a program with what their tools can do together, then the registries that no agent has.
 * @param effects What each tool can do.
 */
export function findFlows(
  program: ToolProgram,
  analysis: Analysis,
  effects: ReadonlyMap<ToolSite, ToolEffects>,
  describe: DescribeStep,
): readonly FoundFlows[] {
  const { compiler, context, files, sites } = program;
  const calls = findWrittenCalls(files, compiler);
  const followed = new Set<ts.Node>();
  const found: FlowContext = {
    ...{ compiler, analysis, library: context.library, sites, calls, followed, files },
    ...{ provided: new Set(), laterChanges: new Map() },
  };
  const registrations = findRegistrations(found);
  const resolve = createToolResolution(found, registrations);
  const agents = new Map<ts.Node, AgentNode>(findAgents(found).map((agent) => [agent.node, agent]));
  const roles = new Map<ToolSite, ToolRoles>();
  for (const [site, tool] of effects) {
    const step = { ...describe(site.at), text: tool.name };
    roles.set(site, rolesOf({ tool, options: site.options, types: readTypeTraits(site, context), step }));
  }
  const search: FlowSearch = {
    ...found,
    ...{ resolve, agents, roles, describe },
    formerNamesOf: (site) => formerNamesOf(site, context),
  };
  const named = new Set<ts.Node>();
  const ofAgents = [...agents.values()].map((agent) => readAgentTools(agent, search, named));
  const ofRegistries = registryNodes(search, named).map((node) => readRegistryTools(node, search));
  const strays = findStrays(found).map((item): Member => ({ item, via: [] }));
  const requested = strayRequestTools(found).map((item): Member => ({ item, via: [] }));
  return [...ofAgents, ...ofRegistries]
    .map((owner) => {
      const more = owner.kind === 'agent' ? requested : [];
      return describeOwner({ ...owner, members: [...owner.members, ...more, ...strays] }, search);
    })
    .sort(compareFlows);
}

function compareFlows({ flows: a }: FoundFlows, { flows: b }: FoundFlows): number {
  return (
    compareText(a.kind, b.kind) ||
    compareText(a.name, b.name) ||
    compareText(a.file, b.file) ||
    a.line - b.line
  );
}

/** An agent, or a registry that no agent has. */
interface Owner extends Pick<ToolFlows, 'kind' | 'name'> {
  readonly at: ts.Node;
  readonly guards: readonly Guard[];
  readonly members: readonly Member[];
}

function readAgentTools(agent: AgentNode, search: FlowSearch, named: Set<ts.Node>): Owner {
  const { name, node: at, guards } = agent;
  return { kind: 'agent', name, at, guards, members: membersOf(agent, [], new Set(), search, named) };
}

/** The tools of an agent, of its sub-agents and of the agents that it hands over to. */
function membersOf(
  agent: AgentNode,
  via: readonly string[],
  seen: Set<AgentNode>,
  search: FlowSearch,
  named: Set<ts.Node>,
): Member[] {
  if (seen.has(agent)) return [];
  seen.add(agent);
  const { resolve, agents, compiler } = search;
  const unfollowed = (at: ts.Expression): Member => ({
    item: { kind: 'unknown', reason: `the agent \`${short(at)}\``, at },
    via,
  });
  const follow = (expression: ts.Expression, item: SourceItem | undefined): Member[] => {
    const bindings = item?.kind === 'agent' ? item.bindings : NO_BINDINGS;
    const behind = agentsBehind(expression, agents, bindings, search);
    if (behind === undefined) return [unfollowed(expression)];
    return behind.flatMap((one) => membersOf(one, [...via, one.name], seen, search, named));
  };
  const items = agent.tools.flatMap((expression) => {
    markRegistries(expression, search, named);
    return resolve(expression, NO_BINDINGS);
  });
  const opaque = agent.opaque.map(
    (at): SourceItem => ({ kind: 'unknown', reason: `the options \`${short(at)}\``, at }),
  );
  const own = [...items, ...agent.provided, ...opaque].flatMap((item): Member[] =>
    item.kind === 'agent' ? follow(item.agent, item) : [{ item, via }],
  );
  const handedTo = agent.handoffs
    .flatMap((list) => handoffsIn(list, search))
    .flatMap((element): Member[] => {
      const target = agentBehind(plain(element, compiler), compiler);
      return target === undefined ? [unfollowed(element)] : follow(target, undefined);
    });
  return [...own, ...handedTo];
}

/** The elements of a list of handoffs, or of the list that a function gives. */
function handoffsIn(given: ts.Expression, search: FlowSearch): readonly ts.Expression[] {
  const { compiler } = search;
  const { ts } = compiler;
  const value = plain(given, compiler);
  if (ts.isArrayLiteralExpression(value)) return value.elements;
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
    return returnedBy(value, search).flatMap((one) => handoffsIn(one, search));
  return [value];
}

/** Takes down the registries that an expression leads to, by the types and names in it. */
function markRegistries(expression: ts.Expression, search: FlowSearch, named: Set<ts.Node>): void {
  const { compiler, analysis, library } = search;
  const { ts } = compiler;
  const open: ts.Node[] = [expression];
  const seen = new Set<ts.Node>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (ts.isNewExpression(node) && library.isNamed(analysis.symbolOf(node.expression), 'ToolRegistry'))
      named.add(node);
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) {
      const declaration = analysis.symbolOf(node)?.valueDeclaration;
      if (declaration !== undefined && analysis.isOwn(declaration.getSourceFile())) {
        open.push(declaration);
        if (ts.isParameter(declaration))
          for (const call of analysis.implementations.callsOf(declaration.parent))
            open.push(...call.arguments);
        if (ts.isPropertyDeclaration(declaration) || ts.isVariableDeclaration(declaration))
          open.push(...analysis.implementations.storedUnder(declaration, declaration.name.getText()));
      }
    }
    if (!ts.isClassLike(node) && seen.size < MAX_SEEN)
      ts.forEachChild(node, (child) => void open.push(child));
  }
}

const MAX_SEEN = 20_000;

/** The registries of the program that no agent has. */
function registryNodes(
  { calls, analysis, library }: FlowSearch,
  named: ReadonlySet<ts.Node>,
): ts.NewExpression[] {
  return calls.constructions.filter(
    (node) => !named.has(node) && library.isNamed(analysis.symbolOf(node.expression), 'ToolRegistry'),
  );
}

function readRegistryTools(node: ts.NewExpression, search: FlowSearch): Owner {
  const { compiler, resolve, analysis } = search;
  const { ts } = compiler;
  let outer: ts.Expression = node;
  // The chain of calls around it.
  while (ts.isPropertyAccessExpression(outer.parent) && ts.isCallExpression(outer.parent.parent))
    outer = outer.parent.parent;
  const holder = outer.parent;
  const isNamed =
    (ts.isVariableDeclaration(holder) || ts.isPropertyDeclaration(holder)) && ts.isIdentifier(holder.name);
  const owner = ts.findAncestor(node, (one) => ts.isFunctionDeclaration(one) || ts.isMethodDeclaration(one));
  const around =
    owner !== undefined && (ts.isFunctionDeclaration(owner) || ts.isMethodDeclaration(owner))
      ? owner.name?.getText()
      : undefined;
  const name = isNamed ? holder.name.getText() : (around ?? 'ToolRegistry');
  const value =
    isNamed && analysis.symbolOf(holder.name) !== undefined && ts.isIdentifier(holder.name)
      ? holder.name
      : outer;
  const members = resolve(value, NO_BINDINGS).map((item): Member => ({ item, via: [] }));
  return { kind: 'registry', name, at: node, members, guards: [] };
}

function describeOwner({ kind, name, at, members, guards }: Owner, search: FlowSearch): FoundFlows {
  const { file, line } = search.describe(at);
  const entries = members.flatMap((member) => entriesOf(member, search));
  const cellOf = (role: FlowRole): FlowEntry[] =>
    unique(entries.filter((entry) => entry.role === role).map(({ entry }) => entry));
  const cells = {
    privateData: cellOf('privateData'),
    untrustedContent: cellOf('untrustedContent'),
    waysOut: cellOf('waysOut'),
  };
  const tools = [
    ...new Set(members.flatMap(({ item }) => (item.kind === 'tool' ? [item.site.name] : []))),
  ].sort(compareText);
  const trifecta = trifectaOf(cells);
  const formerNames = new Map(
    members.flatMap(({ item }) => {
      if (guards.length === 0 || item.kind !== 'tool') return [];
      const former = search.formerNamesOf(item.site);
      return former.length > 0 ? [[item.site.name, former] as const] : [];
    }),
  );
  const unguarded =
    guards.length === 0 ? trifecta : unguardedOf(cells, withPresentNames(guards, formerNames));
  const separated = guards.length > 0 && unguarded === 'no';
  const flows: ToolFlows = { kind, name, file, line, tools, cells, trifecta, separated };
  const isWhole = members.every(({ item }) => item.kind === 'tool' || item.kind === 'search');
  const names = new Set([
    WEB_SEARCH,
    ...tools,
    ...[...formerNames.values()].flat(),
    ...members.flatMap(({ via }) => via),
  ]);
  return { at, flows, unguarded, unknownNames: isWhole ? namesOutside(guards, names) : [] };
}
