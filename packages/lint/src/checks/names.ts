import type { Finding } from '@toolwright/program/compiler';
import type { LintTool } from '../lint-tool.js';
import { placeOf } from './tool-descriptions.js';

/** Shorter names, such as `get` and `set`, are easy to tell apart. */
const MIN_LENGTH = 4;
/**
 * Maximum number of names with the same variant to compare with a name. At most a few thousand names can share a variant of 64 letters.
 */
const MAX_COMPARED = 64;

/**
 * Reports tools whose names differ by one letter. Two such names become equal when a letter is removed from one or both, so names are
 * looked up by these shortened variants. The time therefore depends on the total length of the names, not on the number of pairs.
 */
export function* checkNames(tools: readonly LintTool[]): Generator<Finding> {
  const byVariant = new Map<string, LintTool[]>();
  const seen = new Set<string>();
  for (const tool of tools) {
    const { spec, site } = tool;
    // Tools with the same name are in different registries, or are the same tool.
    if (seen.has(spec.name)) continue;
    seen.add(spec.name);
    const plain = normalized(spec.name);
    if (plain.length < MIN_LENGTH) continue;
    let near: LintTool | undefined;
    for (const variant of variantsOf(plain)) {
      const others = byVariant.get(variant) ?? [];
      near ??= others.slice(0, MAX_COMPARED).find((other) => isNear(normalized(other.spec.name), plain));
      others.push(tool);
      byVariant.set(variant, others);
    }
    if (near === undefined) continue;
    const how = normalized(near.spec.name) === plain ? 'only in case or punctuation' : 'by one letter';
    const other = `\`${near.spec.name}\` (${placeOf(near)})`;
    const subject = `\`${spec.name}\``;
    yield {
      code: 'TW5011',
      node: site.at,
      message: `${subject} and ${other} differ ${how}.`,
      cause: {
        key: `${near.spec.name} ${how}`,
        subject,
        says: (subjects) => `${subjects} each differ from ${other} ${how}.`,
      },
      tool: spec.name,
      documented: site.documented,
    };
  }
}

function normalized(name: string): string {
  return name.slice(0, 64).toLowerCase().replace(/[_-]/g, '');
}

/** Returns the name, and the name without each of its letters in turn. */
function variantsOf(name: string): ReadonlySet<string> {
  const shorter = Array.from(name, (_, index) => name.slice(0, index) + name.slice(index + 1));
  return new Set([name, ...shorter]);
}

/**
 * Whether two names differ by one letter: replaced, added, or swapped with the next. Names that differ in a digit are numbered
 * intentionally.
 */
function isNear(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  let start = 0;
  while (start < length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (/\d/.test(left + right)) return false;
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
