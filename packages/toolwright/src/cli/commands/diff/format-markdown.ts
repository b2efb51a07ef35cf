import { escapeUnseen } from '@toolwright/contract';
import type { PlacedChange, PlacedDiff } from './placed-change.js';
import { shownExample } from './shown-change.js';

/** Formats changes as a table for a pull request comment. */
export function formatMarkdown({ changes, release }: PlacedDiff): string {
  const advice = `**Release: ${release}**`;
  if (changes.length === 0) return `No tool has changed.\n\n${advice}`;
  const head = ['| | tool | where | what | example |', '| --- | --- | --- | --- | --- |'];
  return [...head, ...changes.map(row), '', advice].join('\n');
}

const SIGNS: Readonly<Record<PlacedChange['verdict'], string>> = {
  breaking: '🔴 breaking',
  compatible: '🟢 compatible',
  'model-visible': '🟡 model-visible',
};

function row(change: PlacedChange): string {
  const { verdict, tool, side, path, message, file, line } = change;
  const example = shownExample(change);
  const named = file === undefined ? code(tool) : `${code(tool)} ${text(`${file}:${line}`)}`;
  const place = path === '' ? side : `${side} ${code(path)}`;
  return `| ${[SIGNS[verdict], named, place, text(message), example === undefined ? '' : code(example)].join(' | ')} |`;
}

/** Escapes untrusted names and messages, so that they cannot become markup, links or mentions. */
function text(written: string): string {
  return escapeUnseen(written).replace(
    /[\\|<>&[\]()*_~#@!$]|:(?=\/\/)|(?<=www)\./gi,
    (sign) => `&#${sign.codePointAt(0)};`,
  );
}

/** Formats inline code. Escapes pipes, which would end the table cell. */
function code(written: string): string {
  const shown = escapeUnseen(written).replaceAll('`', 'ˋ').replaceAll('|', '\\|');
  return shown === '' ? '' : `\`${shown}\``;
}
