import { isDeepStrictEqual } from 'node:util';
import type { ToolSpec } from '@toolwright/contract';
import { canonicalHash } from '@toolwright/json';

/** An agent's tools when a run started: hashes of parameters and annotations, by tool name. */
export type ToolContract = Readonly<Record<string, readonly [parameters: string, annotations: string]>>;

export function contractOf(tools: readonly ToolSpec[]): ToolContract {
  return Object.fromEntries(
    tools.map(({ name, parameters, annotations, was }) => {
      // The contract includes former names: a version that declares them can continue a run that a version without them refused.
      const input = was === undefined ? parameters : { parameters, was };
      return [name, [hashOf(input), hashOf(annotations)]];
    }),
  );
}

/** Describes changes, e.g. `gone: pay; changed: look (parameters)`. Undefined if nothing has changed. */
export function describeChanges(before: ToolContract, now: ToolContract): string | undefined {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(now, name));
  const added = Object.keys(now).filter((name) => !Object.hasOwn(before, name));
  const changed = Object.entries(before).flatMap(([name, [parameters, annotations]]) => {
    const other = now[name];
    if (other === undefined || isDeepStrictEqual(other, before[name])) return [];
    const parts = [
      ...(other[0] === parameters ? [] : ['parameters']),
      ...(other[1] === annotations ? [] : ['annotations']),
    ];
    return [`${name} (${parts.join(', ')})`];
  });
  const lists = Object.entries({ gone, new: added, changed });
  return (
    lists.flatMap(([word, names]) => (names.length > 0 ? `${word}: ${names.join(', ')}` : [])).join('; ') ||
    undefined
  );
}

/** Hashes a value. Hashes are stored with runs, so they must not change. */
export function hashOf(value: unknown): string {
  // A schema written in JavaScript can contain values that JSON does not support, such as `maximum: Infinity`.
  return canonicalHash(JSON.parse(JSON.stringify(value))).slice(0, 16);
}
