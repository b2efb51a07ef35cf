/** The number of rows rendered beyond the edges, so that fast scrolling shows no gaps. */
const MARGIN = 8;

/** Returns the indexes of the visible rows and the focused row, in ascending order. */
export function visibleRows(
  view: { readonly top: number; readonly height: number },
  rowHeight: number,
  count: number,
  active: number,
): number[] {
  const first = Math.max(0, Math.floor(view.top / rowHeight) - MARGIN);
  const last = Math.min(count - 1, Math.ceil((view.top + view.height) / rowHeight) + MARGIN);
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  if (active >= 0 && active < first && active < count) return [active, ...rows];
  return active > last && active < count ? [...rows, active] : rows;
}
