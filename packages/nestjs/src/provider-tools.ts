import { type ToolContext, ToolwrightError } from '@toolwright/contract';
import type { ToolRegistry, Wrap, WrappedMember } from '@toolwright/tools';
import { assertEnhancersKnown, definitions } from './assert-enhancers.js';
import { type EnhancedCall, runEnhanced } from './enhanced-call.js';
import {
  type ContextId,
  type EnhancerParts,
  enhancerParts,
  loadEnhancers,
  scopedGlobals,
} from './nest-internals.js';
import { isOwnClass, type PipedParameter, pipedParameters } from './parameters.js';
import { contextIdOf } from './request-scope.js';
import type { RunContext } from './run-context.js';
import type { ToolProvider } from './tool-provider.js';

/** Registers the tools of a provider. Each call runs as Nest runs a handler. */
export function registerProvider(
  registry: ToolRegistry,
  provider: ToolProvider,
  runContext: RunContext,
): void {
  const nest = enhancerParts(provider.moduleRef);
  const wrap: Wrap = (_method, member) => {
    assertEnhancersKnown(provider, member.member);
    const parameters = pipedParameters(provider.holder, member.member, member.call);
    const tool = { registry, provider, member, parameters };
    return (args, context) => callTool(nest, runContext, tool, args, context);
  };
  registry.registerFrom(provider.target, { wrap });
}

interface NestTool {
  readonly registry: ToolRegistry;
  readonly provider: ToolProvider;
  readonly member: WrappedMember;
  readonly parameters: readonly PipedParameter[];
}

async function callTool(
  nest: EnhancerParts,
  { host }: RunContext,
  tool: NestTool,
  args: unknown[],
  context: ToolContext,
): Promise<unknown> {
  const { provider, member, parameters } = tool;
  const { instance, contextId } = await openInstance(provider, () => contextIdOf(host, provider));
  // What a factory returns may be of another class than its token.
  const holder = instance.constructor as ToolProvider['holder']; // of an instance
  if (holder !== provider.holder) assertEnhancersKnown({ ...provider, holder }, member.member);
  const call = { kind: member.kind, name: member.name, args: namedArguments(member, args), context };
  // The registry has found this method.
  const method = Reflect.get(instance, member.member) as Method;
  // A constructor may have bound it, and the bound function has no decorators.
  const [decorated = method] = definitions(Object.getPrototypeOf(instance), member.member) as Method[];
  const place = [instance, decorated, provider.moduleKey, contextId, provider.wrapper.id] as const;
  const check: EnhancedCall['check'] = (before, after) => checkPiped(tool, before, after);
  const run = (piped: readonly unknown[]): unknown => Reflect.apply(method, instance, piped);
  return runEnhanced(nest, { call, args, place, parameters, run, host, check });
}

type Method = (...args: unknown[]) => unknown;

/** The instance of a provider, and its enhancers, for a request; the only instance if one serves all requests. */
async function openInstance(
  { wrapper, moduleRef, target, isScoped }: ToolProvider,
  open: () => ContextId,
): Promise<{ readonly instance: object; readonly contextId: ContextId | undefined }> {
  const own = (wrapper.getEnhancersMetadata() ?? []).filter(
    (one) => one.isTransient || !one.isDependencyTreeStatic(),
  );
  const enhancers = [...scopedGlobals(moduleRef), ...own];
  if (!isScoped && enhancers.length === 0) return { instance: target, contextId: undefined };
  const contextId = open();
  const instance: object = isScoped ? await moduleRef.resolve(wrapper.token as never, contextId) : target; // a token
  await loadEnhancers(moduleRef, enhancers, contextId, wrapper);
  return { instance, contextId };
}

function namedArguments(
  { call }: WrappedMember,
  args: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const { parameters, whole, rest } = call;
  const last = parameters.length - 1;
  const entries = parameters.flatMap((name, index): [string, unknown][] => {
    const value = rest && index === last ? args.slice(index) : args[index];
    return name === null || value === undefined ? [] : [[name, value]];
  });
  // The only parameter of a tool that takes its arguments as one object.
  return whole ? (entries[0]?.[1] as Readonly<Record<string, unknown>>) : Object.fromEntries(entries);
}

/**
 * Checks arguments that pipes have changed: each is an instance of the parameter's class, which the pipe vouches for, or fits the schema.
 * @throws ToolwrightError `INVALID_ARGUMENTS`
 */
function checkPiped(tool: NestTool, before: readonly unknown[], after: readonly unknown[]): void {
  const checked = [...after];
  for (const { index, metatype } of tool.parameters)
    if (isOwnClass(metatype) && after[index] instanceof metatype) checked[index] = before[index];
  // A pipe may also have changed an object in its place.
  const isSame = (value: unknown, index: number): boolean =>
    Object.is(value, before[index]) && (typeof value !== 'object' || value === null);
  if (checked.length === before.length && checked.every(isSame)) return;
  const problem = problemOf(tool, before, checked);
  if (problem === undefined) return;
  const hint = 'A pipe may change a value, but not to one that the type of the parameter excludes.';
  throw new ToolwrightError(
    'INVALID_ARGUMENTS',
    `A pipe changed the arguments of '${tool.member.name}' to values that it does not take: ${problem} ${hint}`,
    { blame: 'developer', hint },
  );
}

/** The variables of a resource have no validator here, so that only their types are compared. */
function problemOf(
  { registry, member }: NestTool,
  before: readonly unknown[],
  after: readonly unknown[],
): string | undefined {
  if (member.kind === 'tool') {
    const result = registry.validate(member.name, namedArguments(member, after));
    return result.ok ? undefined : result.message;
  }
  const index = after.findIndex((value, position) => typeof value !== typeof before[position]);
  return index < 0 ? undefined : `${member.call.parameters[index]} became ${typeof after[index]}.`;
}
