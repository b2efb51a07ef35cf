import { escapeUnseen } from '@toolwright/contract';
import type { PlacedChange, PlacedDiff } from './placed-change.js';
import { exampleLabel, shownExample } from './shown-change.js';

/** The changes by tool, for people, with the release as the last line. */
export function formatPretty({ changes, release }: PlacedDiff, color: boolean): string {
  const tools = new Map<string, PlacedChange[]>();
  for (const change of changes) tools.set(change.tool, [...(tools.get(change.tool) ?? []), change]);
  const blocks = [...tools].map(([tool, own]) =>
    [heading(tool, own), ...own.flatMap((one) => lines(one, color)), ''].join('\n'),
  );
  return [...blocks, `Release: ${release}`].join('\n');
}

function heading(tool: string, changes: readonly PlacedChange[]): string {
  const place = changes.find(({ file }) => file !== undefined);
  return escapeUnseen(place === undefined ? tool : `${tool} (${place.file}:${place.line})`);
}

const COLORS: Readonly<Record<PlacedChange['verdict'], number>> = {
  breaking: 31,
  compatible: 32,
  'model-visible': 33,
};
const WIDTH = 'model-visible'.length;

function lines(change: PlacedChange, color: boolean): string[] {
  const { verdict, side, path, message } = change;
  const word = verdict.padEnd(WIDTH);
  const painted = color ? `\u001b[${COLORS[verdict]}m${word}\u001b[39m` : word;
  const place = path === '' ? side : `${side} ${path}`;
  const example = shownExample(change);
  const more = example === undefined ? [] : [`  ${' '.repeat(WIDTH)}  ${exampleLabel(change)}: ${example}`];
  return [`  ${painted}  ${escapeUnseen(`${place}: ${message}`)}`, ...more];
}
