import { isRecord } from '@toolwright/contract';
import { type OutputSchema, parseOutput } from '@toolwright/core';

/** What is left of an answer, and sentences about what is not. */
export interface KeptItems {
  readonly value: unknown;
  readonly warnings: readonly string[];
}

/** Each item is checked on its own, so an answer with more items is refused. */
const MAX_ITEMS = 1_000;

/**
 * Leaves out the items of lists that do not fit the schema, so that one bad finding does not lose a whole review.
 * @returns undefined if the answer does not fit for another reason, or every item is bad
 */
export async function keepItems(text: string, schema: OutputSchema): Promise<KeptItems | undefined> {
  const fit = (value: object) => parseOutput(JSON.stringify(value), schema).catch(() => undefined);
  const answer = await parseOutput(text, { type: 'object' }).catch(() => undefined);
  if (!isRecord(answer?.value)) return undefined;
  const lists = Object.entries(answer.value).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  const items = lists.flatMap(([, list]) => list).length;
  const empty = { ...answer.value, ...Object.fromEntries(lists.map(([name]) => [name, []])) };
  if (items === 0 || items > MAX_ITEMS || (await fit(empty)) === undefined) return undefined;
  const kept: Record<string, unknown[]> = {};
  const warnings: string[] = [];
  for (const [name, list] of lists) {
    const good: unknown[] = [];
    for (const item of list) if ((await fit({ ...empty, [name]: [item] })) !== undefined) good.push(item);
    kept[name] = good;
    if (good.length < list.length) {
      const bad = list.filter((item) => !good.includes(item)).map((item) => JSON.stringify(item));
      warnings.push(
        `${bad.length} of ${list.length} ${name} do not have the form, and are left out: ${bad.join(', ')}`,
      );
    }
  }
  if (Object.values(kept).every((list) => list.length === 0)) return undefined;
  const whole = await fit({ ...answer.value, ...kept });
  return whole && { value: whole.value, warnings };
}
