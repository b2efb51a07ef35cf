/** The visible part of the time axis, in milliseconds since 1970. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** The minimum length of a window, in milliseconds. */
const LEAST_MS = 1;

/** Zooms around a time, within the whole range. A `factor` below 1 zooms in. */
export function zoomAt(window: TimeWindow, whole: TimeWindow, at: number, factor: number): TimeWindow {
  const length = Math.min(Math.max((window.to - window.from) * factor, LEAST_MS), whole.to - whole.from);
  const share = (at - window.from) / (window.to - window.from || 1);
  return within({ from: at - length * share, to: at + length * (1 - share) }, whole);
}

/** Moves the window by a fraction of its length. */
export function pan(window: TimeWindow, whole: TimeWindow, share: number): TimeWindow {
  const by = (window.to - window.from) * share;
  return within({ from: window.from + by, to: window.to + by }, whole);
}

/** Moves the window only if a span is outside it. */
export function reveal(window: TimeWindow, whole: TimeWindow, span: TimeWindow): TimeWindow {
  const length = window.to - window.from;
  if (span.to >= window.from && span.from <= window.to) return window;
  const from = span.from - length * 0.1;
  return within({ from, to: from + length }, whole);
}

/** Returns the times of about eight ticks at round intervals. */
export function ticks({ from, to }: TimeWindow, start: number): readonly number[] {
  const rough = (to - from) / 8;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  const first = Math.ceil((from - start) / step);
  const count = Math.min(50, Math.max(0, Math.floor((to - start) / step) - first + 1));
  return Array.from({ length: count }, (_, index) => start + (first + index) * step);
}

function within(window: TimeWindow, whole: TimeWindow): TimeWindow {
  const length = window.to - window.from;
  if (length >= whole.to - whole.from) return whole;
  if (window.from < whole.from) return { from: whole.from, to: whole.from + length };
  return window.to > whole.to ? { from: whole.to - length, to: whole.to } : window;
}
