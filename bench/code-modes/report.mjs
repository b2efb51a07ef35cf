import { median } from '../report/statistics.mjs';

const LONGEST = 150;

/** What happened, as a cell of a table. */
export function toCell({ code, isTimed, times, elsewhere }, { first, second }) {
  if (first === undefined) return '– the process ended or hung';
  const last = second ?? first;
  const parts = [outcome(last.ended)];
  if (times !== undefined) return `${median(first.durations.slice(times / 2)).toFixed(1)} ms`;
  if (first.ended.questions > 0)
    parts.push(`asked ${first.ended.questions === 1 ? 'once' : `${first.ended.questions} times`}`);
  if (elsewhere)
    parts.push(
      `ran before: ${list(first.calls)}`,
      `after: ${second === undefined ? 'not resumed' : list(second.calls)}`,
    );
  else if (/tools\.(?:note|pay)/.test(code)) parts.push(`ran: ${list(first.calls)}`);
  if (isTimed) {
    if (first.durations.length > 0) parts.push(`${(first.durations[0] / 1000).toFixed(1)} s`);
    parts.push(`others waited ${(first.waited / 1000).toFixed(1)} s`);
  }
  return parts.join('; ');
}

function outcome({ kind, value, message }) {
  if (kind === 'returned') return `returns ${quoted(value)}`;
  if (kind === 'failed') return `fails: ${quoted(message)}`;
  return kind === 'paused' ? 'pauses' : 'no end in 20 s';
}

function list(calls) {
  return calls.length === 0 ? 'nothing' : calls.join(', ');
}

/** A short text in code marks that fits into a table. */
function quoted(value) {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'))
    .replace(/\s+/g, ' ')
    .replaceAll('`', "'")
    .replaceAll('|', '\\|');
  return `\`${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}\``;
}
