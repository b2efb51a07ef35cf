/** Formats a cost: `$0.0021`, `$1.50`. @param currency the text before the amount */
export function formatCost(cost: number, currency: string): string {
  if (cost === 0 || cost >= 1) return currency + cost.toFixed(cost === 0 ? 0 : 2);
  // Small amounts keep two digits that say something. `toPrecision` would write the smallest ones with an exponent.
  const zeros = Math.max(0, -Math.floor(Math.log10(cost)) - 1);
  return currency + cost.toFixed(Math.min(zeros + 2, 12));
}
