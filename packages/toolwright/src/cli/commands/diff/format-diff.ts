import { formatGithub } from './format-github.js';
import { formatMarkdown } from './format-markdown.js';
import { formatPretty } from './format-pretty.js';
import { formatSarif } from './format-sarif.js';
import type { PlacedDiff } from './placed-change.js';

export const DIFF_FORMATS = ['pretty', 'json', 'github', 'sarif', 'markdown'] as const;
export type DiffFormat = (typeof DIFF_FORMATS)[number];

/** Formats a diff. The text ends with a line break. */
export function formatDiff(diff: PlacedDiff, format: DiffFormat, color: boolean): string {
  return `${FORMATS[format](diff, color)}\n`;
}

const FORMATS: Readonly<Record<DiffFormat, (diff: PlacedDiff, color: boolean) => string>> = {
  pretty: formatPretty,
  json: ({ changes, release }) => JSON.stringify({ changes: changes.map(ordered), release }, null, 2),
  github: formatGithub,
  sarif: formatSarif,
  markdown: formatMarkdown,
};

/** Sorts the keys, because their order is part of the format. */
function ordered({
  tool,
  side,
  path,
  verdict,
  message,
  example,
  file,
  line,
}: PlacedDiff['changes'][number]): object {
  return { tool, side, path, verdict, message, example, file, line };
}
