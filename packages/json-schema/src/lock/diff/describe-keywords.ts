import { isRecord } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import { showItems, showValue } from '../show-value.js';

type Written = Readonly<Record<string, unknown>>;

/** Describes changed keywords, for example `maxLength was 5 and is 3`. */
export function describeKeywords(before: Written, after: Written, keywords: readonly string[]): string {
  const shown = keywords
    .slice(0, MAX_KEYWORDS)
    .map((keyword) => describe(keyword, before[keyword], after[keyword]));
  return keywords.length > MAX_KEYWORDS ? `${shown.join('; ')}; and more` : shown.join('; ');
}

const MAX_KEYWORDS = 3;

function describe(keyword: string, was: unknown, is: unknown): string {
  const name = `\`${keyword}\``;
  if (keyword !== 'type' && Array.isArray(was) && Array.isArray(is)) return describeLists(name, was, is);
  const show = keyword === 'type' ? showType : showValue;
  if (was === undefined) return `${name} is new: ${show(is)}`;
  if (is === undefined) return `${name} was removed: ${show(was)}`;
  return `${name} was ${show(was)} and is ${show(is)}`;
}

/** Formats a type, for example `"number" or "null"`. */
function showType(type: unknown): string {
  return Array.isArray(type) ? type.map(showValue).join(' or ') : showValue(type);
}

function describeLists(name: string, was: readonly unknown[], is: readonly unknown[]): string {
  const [before, after] = [new Set(was.map(canonicalJson)), new Set(is.map(canonicalJson))];
  const gone = was.filter((item) => !after.has(canonicalJson(item)));
  const added = is.filter((item) => !before.has(canonicalJson(item)));
  const parts = [
    ...(gone.length > 0 ? [`no longer contains ${showItems(gone, showBranch)}`] : []),
    ...(added.length > 0 ? [`now contains ${showItems(added, showBranch)}`] : []),
  ];
  return `${name} ${parts.join(' and ') || 'has a different order'}`;
}

function showBranch(item: unknown): string {
  if (!isRecord(item)) return showValue(item);
  const { const: only, $ref, type } = item;
  if (only !== undefined) return showValue(only);
  if (typeof $ref === 'string') return showValue($ref.split('/').at(-1));
  return typeof type === 'string' ? type : showValue(item);
}
