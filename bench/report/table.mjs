/**
 * A Markdown table, padded so that it is also readable in a terminal. A column after the first is aligned right if all its cells are
 * figures or empty.
 * @param {string[]} headers
 * @param {string[][]} rows
 */
export function table(headers, rows) {
  const widths = headers.map((header, column) =>
    Math.max(3, header.length, ...rows.map((row) => row[column].length)),
  );
  const right = headers.map((_, column) => column > 0 && areFigures(rows.map((row) => row[column])));
  const line = (cells) => `| ${cells.map((cell, i) => pad(cell, widths[i], right[i])).join(' | ')} |`;
  const rule = widths.map((width, i) => (right[i] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(headers), line(rule), ...rows.map(line)].join('\n');
}

/** A figure with fixed decimals and an optional unit; a dash if it was not measured. */
export function figure(value, decimals = 2, unit = '') {
  return value === undefined ? '–' : `${value.toFixed(decimals)}${unit}`;
}

function areFigures(cells) {
  return cells.some(Boolean) && cells.every((cell) => /^(?:–?|-?[\d.,]+( ?[a-zµ×%]+)?)$/i.test(cell));
}

function pad(cell, width, right) {
  return right ? cell.padStart(width) : cell.padEnd(width);
}
