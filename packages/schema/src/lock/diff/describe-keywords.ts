import { isRecord } from '@toolwright/contract';
import { canonicalJson } from '../../canonical-json.js';
import { showValue } from '../show-value.js';

type Written = Readonly<Record<string, unknown>>;

/** What has become of keywords, such as `maxLength was 5 and is 3`. */
export function describeKeywords(before: Written, after: Written, keywords: readonly string[]): string {
  const shown = keywords
    .slice(0, MAX_KEYWORDS)
    .map((keyword) => describe(keyword, before[keyword], after[keyword]));
  return keywords.length > MAX_KEYWORDS ? `${shown.join('; ')}; and more` : shown.join('; ');
}

const MAX_KEYWORDS = 3;
const MAX_ITEMS = 3;

function describe(keyword: string, was: unknown, is: unknown): string {
  const name = `\`${keyword}\``;
  if (Array.isArray(was) && Array.isArray(is)) return describeLists(name, was, is);
  if (was === undefined) return `${name} is new${isShort(is) ? `: ${showValue(is)}` : ''}`;
  if (is === undefined) return `${name} is gone${isShort(was) ? `: ${showValue(was)}` : ''}`;
  return isShort(was) || isShort(is)
    ? `${name} was ${showValue(was)} and is ${showValue(is)}`
    : `${name} has changed`;
}

function isShort(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function describeLists(name: string, was: readonly unknown[], is: readonly unknown[]): string {
  const [before, after] = [new Set(was.map(canonicalJson)), new Set(is.map(canonicalJson))];
  const gone = was.filter((item) => !after.has(canonicalJson(item)));
  const added = is.filter((item) => !before.has(canonicalJson(item)));
  const parts = [
    ...(gone.length > 0 ? [`no longer has ${list(gone)}`] : []),
    ...(added.length > 0 ? [`has ${list(added)} in addition`] : []),
  ];
  return `${name} ${parts.join(' and ') || 'has another order'}`;
}

function list(items: readonly unknown[]): string {
  const shown = items.slice(0, MAX_ITEMS).map(showBranch);
  return items.length > MAX_ITEMS
    ? `${shown.join(', ')} and ${items.length - MAX_ITEMS} more`
    : shown.join(', ');
}

/** A branch of a union by its name or its type. */
function showBranch(item: unknown): string {
  if (!isRecord(item)) return showValue(item);
  const { const: only, $ref, type } = item;
  if (only !== undefined) return showValue(only);
  if (typeof $ref === 'string') return showValue($ref.split('/').at(-1));
  return typeof type === 'string' ? type : showValue(item);
}
