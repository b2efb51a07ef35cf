import { escapeUnseen, shortenText } from '@toolwright/contract';

/** Formats a value for messages: shortened JSON without invisible characters. */
export function showValue(value: unknown): string {
  return escapeUnseen(shortenText(printed(value), MAX_SHOWN));
}

function printed(value: unknown): string {
  try {
    return String(JSON.stringify(value));
  } catch (error) {
    // The value is nested too deeply to print.
    if (error instanceof RangeError) return Array.isArray(value) ? '[…]' : '{…}';
    throw error;
  }
}

const MAX_SHOWN = 80;

export function describeOrder(before: readonly unknown[], after: readonly unknown[]): string {
  const [was, is] = [before, after].map((list) => showItems(list));
  return `has a different order: was ${was}, and is ${is}`;
}

export function showItems(items: readonly unknown[], show: (item: unknown) => string = showValue): string {
  const shown = items.slice(0, MAX_ITEMS).map(show);
  return items.length > MAX_ITEMS
    ? `${shown.join(', ')} and ${items.length - MAX_ITEMS} more`
    : shown.join(', ');
}

const MAX_ITEMS = 5;
