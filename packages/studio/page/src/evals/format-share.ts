/** Formats a share, e.g. `93.3 %`. A share that is not 1 is never shown as 100 %. */
export function formatShare(share: number | null): string {
  if (share === null) return '–';
  const percent = share * 100;
  const shown = percent.toFixed(Number.isInteger(percent) ? 0 : 1);
  return `${share < 1 && shown === '100.0' ? '99.9' : share > 0 && shown === '0.0' ? '0.1' : shown} %`;
}

/** Formats a difference of shares with its sign, e.g. `+3.2`, in points of a hundred. */
export function formatDifference(difference: number | null): string {
  if (difference === null) return '–';
  const points = (difference * 100).toFixed(1);
  return difference > 0 ? `+${points}` : points.replace('-', '−');
}
