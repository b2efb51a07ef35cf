import { compareText } from '@toolwright/program';
import type { ToolSite } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { ToolEffects } from '../effect.js';
import type { ToolProgram } from '../program/read-tool-sites.js';
import type { DescribeStep } from '../program/steps.js';
import type { Analysis } from '../walk/analysis.js';
import type { Certainty, FlowEntry, FlowRole, ToolFlows } from './flow.js';
import { entriesOf, type Member, unique } from './flow-entries.js';
import { formerNamesOf, withPresentNames } from './former-names.js';
import { namesOutside, trifectaOf, unguardedOf, WEB_SEARCH } from './guarded.js';
import { type AgentNode, findAgents } from './owners/find-agents.js';
import { type FlowContext, nameAround, plain, short } from './owners/flow-context.js';
import type { Guard } from './owners/guards.js';
import { strayRequestTools } from './owners/provided-tools.js';
import { agentBehind, findRegistrations } from './owners/registrations.js';
import { createToolResolution, functionOf, type ResolveTools, valuesOf } from './owners/resolve-tools.js';
import { findStrays } from './owners/strays.js';
import { type Bindings, NO_BINDINGS, returnedBy } from './owners/tool-source.js';
import { findWrittenCalls } from './owners/written-calls.js';
import { rolesOf, type ToolRoles } from './tool-roles.js';
import { readTypeTraits } from './type-traits.js';

/** Flows, with the node for their findings. */
export interface FoundFlows {
  readonly flows: ToolFlows;
  readonly at: ts.Node;
  /** Whether the policies still allow all three parts in combination. */
  readonly unguarded: Certainty | 'no';
  /** Names in the lists of `separate` that match none of the owner's tools. */
  readonly unknownNames: readonly string[];
}

interface FlowSearch extends FlowContext {
  readonly resolve: ResolveTools;
  readonly agents: ReadonlyMap<ts.Node, AgentNode>;
  readonly roles: ReadonlyMap<ToolSite, ToolRoles>;
  formerNamesOf(site: ToolSite): readonly string[];
  readonly describe: DescribeStep;
}

/**
 * Finds a program's agents with the combined effects of their tools, then the registries that no agent uses.
 * @param effects The effects of each tool.
 */
export function findFlows(
  program: ToolProgram,
  analysis: Analysis,
  effects: ReadonlyMap<ToolSite, ToolEffects>,
  describe: DescribeStep,
): readonly FoundFlows[] {
  const { context, files, sites } = program;
  const { compiler } = context;
  const calls = findWrittenCalls(files, compiler);
  const found: FlowContext = {
    ...{ compiler, analysis, library: context.library, sites, calls, files },
    ...{ followed: new Set(), provided: new Set(), onlyRead: new Map() },
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
  const ofAgents = [...agents.values()].map((agent): Owner => {
    const { name, node: at, guards } = agent;
    return { kind: 'agent', name, at, guards, members: membersOf(agent, [], new Set(), search) };
  });
  const ofRegistries = calls.constructions
    .filter((node) => context.library.isNamed(analysis.symbolOf(node.expression), 'ToolRegistry'))
    .flatMap((node) => readRegistryTools(node, search));
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

/** An agent, or a registry that no agent uses. */
interface Owner extends Pick<ToolFlows, 'kind' | 'name'> {
  readonly at: ts.Node;
  readonly guards: readonly Guard[];
  readonly members: readonly Member[];
}

/** Returns the tools of an agent, of its sub-agents and of its handoff targets. */
function membersOf(
  agent: AgentNode,
  via: readonly string[],
  seen: Set<AgentNode>,
  search: FlowSearch,
): Member[] {
  if (seen.has(agent)) return [];
  seen.add(agent);
  const { resolve, compiler } = search;
  const unknown = (at: ts.Node, what: string): Member => ({
    item: { kind: 'unknown', reason: `the ${what} \`${short(at)}\``, at },
    via,
  });
  const follow = (expression: ts.Expression, bindings: Bindings): Member[] => {
    const behind = agentsBehind(expression, bindings, search);
    if (behind.length === 0) return [unknown(expression, 'agent')];
    return behind.flatMap((one) => membersOf(one, [...via, one.name], seen, search));
  };
  const items = [...agent.tools.flatMap((one) => resolve(one, NO_BINDINGS)), ...agent.provided];
  const own = items.flatMap((item): Member[] =>
    item.kind === 'agent' ? follow(item.agent, item.bindings) : [{ item, via }],
  );
  const handedTo = agent.handoffs
    .flatMap((list) => handoffsIn(list, search))
    .flatMap((element): Member[] => {
      const target = agentBehind(plain(element, compiler), compiler);
      return target === undefined ? [unknown(element, 'agent')] : follow(target, NO_BINDINGS);
    });
  return [...own, ...agent.opaque.map((at) => unknown(at, 'options')), ...handedTo];
}

/** The maximum number of names to follow. */
const MAX_STEPS = 8;

/** Finds the agents that an expression may refer to. Empty if it refers to something else. */
function agentsBehind(
  expression: ts.Expression,
  bindings: Bindings,
  search: FlowSearch,
  depth = MAX_STEPS,
): readonly AgentNode[] {
  const { compiler, analysis, agents } = search;
  const value = plain(expression, compiler);
  const own = agents.get(value);
  if (own !== undefined || depth === 0) return own === undefined ? [] : [own];
  const called = compiler.ts.isCallExpression(value) ? plain(value.expression, compiler) : value;
  const declaration = analysis.symbolOf(called)?.valueDeclaration;
  if (declaration === undefined) return [];
  const bound = bindings.get(declaration);
  if (bound !== undefined) return agentsBehind(bound.value, bound.bindings, search, depth - 1);
  const owner = called === value ? undefined : functionOf(declaration, search);
  const values = owner === undefined ? valuesOf(declaration, search) : returnedBy(owner, search);
  const behind = values.map((one) => agentsBehind(one, bindings, search, depth - 1));
  // Every value must be a known agent.
  return behind.some((one) => one.length === 0) ? [] : behind.flat();
}

/** Returns the elements of a list of handoffs, or of a list that a function returns. */
function handoffsIn(given: ts.Expression, search: FlowSearch): readonly ts.Expression[] {
  const { compiler } = search;
  const { ts } = compiler;
  const value = plain(given, compiler);
  if (ts.isArrayLiteralExpression(value)) return value.elements;
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
    return returnedBy(value, search).flatMap((one) => handoffsIn(one, search));
  return [value];
}

/** Returns the tools of a registry that no agent uses. */
function readRegistryTools(node: ts.NewExpression, search: FlowSearch): readonly Owner[] {
  const { compiler, resolve, followed } = search;
  const { ts } = compiler;
  if (followed.has(node)) return [];
  let outer: ts.Expression = node;
  // Includes the chain of calls on the registry.
  while (ts.isPropertyAccessExpression(outer.parent) && ts.isCallExpression(outer.parent.parent))
    outer = outer.parent.parent;
  const holder = outer.parent;
  const isHeld = ts.isVariableDeclaration(holder) || ts.isPropertyDeclaration(holder);
  const value = isHeld && ts.isIdentifier(holder.name) ? holder.name : outer;
  const around = ts.findAncestor(node, (one) => ts.isFunctionDeclaration(one) || ts.isMethodDeclaration(one));
  const owner = around !== undefined && ts.isFunctionLike(around) ? around.name?.getText() : undefined;
  const name = value === outer ? (owner ?? 'ToolRegistry') : nameAround(outer, compiler);
  const members = resolve(value, NO_BINDINGS).map((item): Member => ({ item, via: [] }));
  return [{ kind: 'registry', name, at: node, members, guards: [] }];
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
