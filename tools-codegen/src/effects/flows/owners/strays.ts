import { type FlowContext, plain, receiverOf } from './flow-context.js';
import { short } from './registrations.js';
import { isRegistry } from './resolve-tools.js';
import type { SourceItem } from './tool-source.js';
import { REGISTERING } from './written-calls.js';

/**
 * Registrations that lead to no registry: of one under a second name or in a list, through a default parameter or `bind`. Any registry may
 * have these tools. To be asked when all owners are resolved.
 */
export function findStrays(context: FlowContext): readonly SourceItem[] {
  const { calls, compiler, followed } = context;
  const written = [...REGISTERING].flatMap((name) => calls.calls.get(name) ?? []);
  const unfollowed = written.filter((call) => {
    const receiver = followed.has(call) ? undefined : receiverOf(call, compiler);
    return receiver !== undefined && isRegistry(receiver, context);
  });
  const taken = calls.taken.filter(({ expression }) => isRegistry(plain(expression, compiler), context));
  return [...unfollowed, ...taken].map((at) => ({
    kind: 'unknown',
    reason: `tools that \`${short(at)}\` adds to a registry that cannot be followed`,
    at,
  }));
}
