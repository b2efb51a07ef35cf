/** Formats the time of day in the user's time zone, e.g. `14:03:05`. */
export function formatClock(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => `${part}`.padStart(2, '0'))
    .join(':');
}

/** Formats a time as `14:03:05` if it is today, otherwise as `2026-11-26 14:03`. */
export function formatMoment(at: number, now: number): string {
  if (formatDay(at) === formatDay(now)) return formatClock(at);
  return `${formatDay(at)} ${formatClock(at).slice(0, 5)}`;
}

/** Formats a day in the user's time zone, e.g. `2026-11-26`. */
export function formatDay(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => `${part}`.padStart(2, '0'))
    .join('-');
}
