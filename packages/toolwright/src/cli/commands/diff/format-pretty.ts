import { escapeUnseen } from '@toolwright/contract';
import type { PlacedChange, PlacedDiff } from './placed-change.js';
import { exampleLabel, shownExample } from './shown-change.js';

/** Formats the changes for people, grouped by tool. The last line is the release. */
export function formatPretty({ changes, release }: PlacedDiff, color: boolean): string {
  const tools = new Map<string, PlacedChange[]>();
  for (const change of changes) tools.set(change.tool, [...(tools.get(change.tool) ?? []), change]);
  const blocks = [...tools].map(([tool, own]) => {
    const [first] = own;
    const top = first?.toolLine ?? first?.line ?? 1;
    return [heading(tool, first?.file, top), ...own.flatMap((one) => lines(one, top, color)), ''].join('\n');
  });
  return [...blocks, `Release: ${release}`].join('\n');
}

function heading(tool: string, file: string | undefined, line: number): string {
  return escapeUnseen(file === undefined ? tool : `${tool} (${file}:${line})`);
}

const COLORS: Readonly<Record<PlacedChange['verdict'], number>> = {
  breaking: 31,
  compatible: 32,
  'model-visible': 33,
};
const WIDTH = 'model-visible'.length;

function lines(change: PlacedChange, top: number, color: boolean): string[] {
  const { verdict, side, path, message, line = top } = change;
  const word = verdict.padEnd(WIDTH);
  const painted = color ? `\u001b[${COLORS[verdict]}m${word}\u001b[39m` : word;
  const place = path === '' ? side : `${side} ${path}`;
  const example = shownExample(change);
  const more = example === undefined ? [] : [`  ${' '.repeat(WIDTH)}  ${exampleLabel(change)}: ${example}`];
  return [
    `  ${painted}  ${escapeUnseen(`${place}: ${message}${line === top ? '' : ` (line ${line})`}`)}`,
    ...more,
  ];
}
