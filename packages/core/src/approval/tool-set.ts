import { type ToolSpec, ToolwrightError } from '@toolwright/contract';
import { canonicalHash } from '@toolwright/schema';

/** A hash of each tool by its name, which tells whether two sets of tools are the same. */
export type ToolSet = Readonly<Record<string, string>>;

export function describeToolSet(tools: readonly ToolSpec[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, parameters, annotations }) => [name, canonicalHash({ parameters, annotations })]),
  );
}

/** @throws ToolwrightError `STALE_RUN` that names what is new, gone or changed */
export function assertSameTools(before: ToolSet, tools: readonly ToolSpec[]): void {
  const now = describeToolSet(tools);
  const added = Object.keys(now).filter((name) => !Object.hasOwn(before, name));
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(now, name));
  const changed = Object.keys(now).filter(
    (name) => Object.hasOwn(before, name) && before[name] !== now[name],
  );
  const differences = [
    ...(removed.length > 0 ? [`gone: ${removed.join(', ')}`] : []),
    ...(added.length > 0 ? [`new: ${added.join(', ')}`] : []),
    ...(changed.length > 0 ? [`changed: ${changed.join(', ')}`] : []),
  ];
  if (differences.length === 0) return;
  throw new ToolwrightError(
    'STALE_RUN',
    `The tools are not those that the run was paused with; ${differences.join('; ')}.`,
    {
      blame: 'developer',
      hint: 'Resume with the same tools, or ask again.',
    },
  );
}
