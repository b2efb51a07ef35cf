import { isRecord, isToolwrightError } from '@toolwright/contract';
import { type OutputSchema, parseOutput } from '@toolwright/core';

/** What is left of an answer, and sentences about what is not. */
export interface KeptItems {
  readonly value: unknown;
  readonly warnings: readonly string[];
}

/** Each item is checked on its own, so an answer with more items is refused. */
const MAX_ITEMS = 1_000;
/** An item with more members is not searched for the bad ones. */
const MAX_MEMBERS = 30;

/**
 * Leaves out the items of lists that do not fit the schema, so that one bad finding does not lose a whole review. Of an item
 * whose bad members may be missing, only these members are left out.
 * @returns undefined if the answer does not fit for another reason, or every item is bad
 */
export async function keepItems(text: string, schema: OutputSchema): Promise<KeptItems | undefined> {
  const answer = await parseOutput(text, { type: 'object' }).catch(() => undefined);
  if (!isRecord(answer?.value)) return undefined;
  const lists = Object.entries(answer.value).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  const items = lists.flatMap(([, list]) => list).length;
  const empty = { ...answer.value, ...Object.fromEntries(lists.map(([name]) => [name, []])) };
  if (items === 0 || items > MAX_ITEMS || (await countIssues(empty, schema)) > 0) return undefined;
  const kept: Record<string, unknown[]> = {};
  const warnings: string[] = [];
  for (const [name, list] of lists) {
    const bad: unknown[] = [];
    kept[name] = [];
    for (const item of list) {
      const good = await mendItem(item, (one) => countIssues({ ...empty, [name]: [one] }, schema));
      if (good === undefined) bad.push(item);
      else kept[name].push(good.item);
      for (const member of good?.leftOut ?? []) warnings.push(describeMember(name, member));
    }
    if (bad.length > 0) {
      const texts = bad.map((item) => JSON.stringify(item)).join(', ');
      warnings.push(
        `${bad.length} of ${list.length} ${name} do not have the form, and are left out: ${texts}`,
      );
    }
  }
  if (Object.values(kept).every((list) => list.length === 0)) return undefined;
  const whole = await parseOutput(JSON.stringify({ ...answer.value, ...kept }), schema).catch(
    () => undefined,
  );
  return whole && { value: whole.value, warnings };
}

type Member = readonly [name: string, value: unknown];

/** Leaves out the members of an item without which it has fewer faults. Returns undefined if it has others. */
async function mendItem(
  item: unknown,
  countOf: (item: unknown) => Promise<number>,
): Promise<{ readonly item: unknown; readonly leftOut: readonly Member[] } | undefined> {
  let issues = await countOf(item);
  let left = item;
  const leftOut: Member[] = [];
  const members = isRecord(item) ? Object.entries(item) : [];
  for (const [name, value] of members.length > MAX_MEMBERS ? [] : members) {
    if (issues === 0) break;
    const rest = Object.fromEntries(
      members.filter(([other]) => other !== name && !leftOut.some(([one]) => one === other)),
    );
    const fewer = await countOf(rest);
    if (fewer >= issues) continue;
    [left, issues] = [rest, fewer];
    leftOut.push([name, value]);
  }
  return issues === 0 ? { item: left, leftOut } : undefined;
}

/** How many sentences it takes to say why a value does not fit. */
async function countIssues(value: object, schema: OutputSchema): Promise<number> {
  try {
    await parseOutput(JSON.stringify(value), schema);
    return 0;
  } catch (error) {
    return isToolwrightError(error) && Array.isArray(error.cause)
      ? error.cause.length
      : Number.POSITIVE_INFINITY;
  }
}

function describeMember(list: string, [name, value]: Member): string {
  return `The ${name} of an item of ${list} does not have the form, and is left out: ${JSON.stringify(value)}`;
}
