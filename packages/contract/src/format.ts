/** Formats a duration for logs and messages: `12 ms`, `1.2 s`, `30 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  const rounded = Math.round(milliseconds);
  if (rounded < 1_000) return `${rounded} ms`;
  if (rounded < 59_950) return `${Number((rounded / 1_000).toFixed(1))} s`;
  const seconds = Math.round(rounded / 1_000);
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
}

/** Formats a count: `1 tool call`, `1,290 tool calls`. Without a noun, formats only the number. */
export function formatCount(amount: number, noun?: string): string {
  // `toLocaleString` would load ICU, which takes 30 ms.
  const number = String(amount).replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',');
  return noun === undefined ? number : `${number} ${noun}${amount === 1 ? '' : 's'}`;
}

/** Formats a cost: `$0.0021`, `$1.50`. @param currency the text before the amount; providers report US dollars, and `costOf` computes them */
export function formatCost(cost: number, currency = '$'): string {
  if (cost === 0 || cost >= 1) return currency + cost.toFixed(cost === 0 ? 0 : 2);
  // Small amounts keep two digits that say something. `toPrecision` would write the smallest ones with an exponent.
  const zeros = Math.max(0, -Math.floor(Math.log10(cost)) - 1);
  return currency + cost.toFixed(Math.min(zeros + 2, 12));
}
