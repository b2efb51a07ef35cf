import { formatCount, isRecord, type JsonValue } from '@toolwright/contract';

/** The progress of a call. */
export interface Progress {
  /** The part that is done, from 0 to 1, if known. */
  readonly done?: number;
  readonly text: string;
}

const AMOUNTS = ['progress', 'done', 'completed', 'current', 'loaded'];
const TOTALS = ['total', 'of', 'max'];
const PERCENTS = ['percent', 'percentage'];

/**
 * Reads what a tool reports with `context.progress`: text, `{ progress: 3, total: 5 }` as in MCP, `{ percent: 60 }`, a part such as
 * `{ done: 0.6 }`, or any other JSON, whose members are listed.
 */
export function readProgress(value: JsonValue): Progress {
  if (!isRecord(value)) return { text: describe(value) };
  const amount = findNumber(value, AMOUNTS);
  const total = findNumber(value, TOTALS);
  const percent = findNumber(value, PERCENTS);
  const done = partOf(amount?.value, total?.value, percent?.value);
  const used = new Set(done === undefined ? [] : [amount?.name, total?.name, percent?.name]);
  const count =
    done !== undefined && amount && total
      ? [`${formatCount(amount.value)} of ${formatCount(total.value)}`]
      : [];
  const others = Object.entries(value)
    .filter(([name]) => !used.has(name))
    .map(([name, member]) => (name === 'message' ? describe(member) : `${name} ${describe(member)}`));
  return { ...(done !== undefined && { done }), text: [...count, ...others].join(' · ') };
}

function partOf(
  amount: number | undefined,
  total: number | undefined,
  percent: number | undefined,
): number | undefined {
  const part = amount === undefined ? undefined : total === undefined ? amount : amount / total;
  const done = part ?? (percent === undefined ? undefined : percent / 100);
  // Without a total, a number above 1 counts something.
  return done !== undefined && done >= 0 && done <= 1 ? done : undefined;
}

function findNumber(
  value: Readonly<Record<string, unknown>>,
  names: readonly string[],
): { readonly name: string; readonly value: number } | undefined {
  for (const name of names) {
    const number = value[name];
    if (typeof number === 'number' && Number.isFinite(number)) return { name, value: number };
  }
  return undefined;
}

/** Describes a value in words; the debug logger shows it as JSON. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return formatCount(value.length, 'item');
  if (isRecord(value)) return formatCount(Object.keys(value).length, 'member');
  return typeof value === 'number' ? formatCount(value) : String(value);
}
