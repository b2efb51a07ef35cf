import { escapeUnseen } from '@toolwright/contract';
import type { PlacedChange, PlacedDiff } from './placed-change.js';
import { shownExample } from './shown-change.js';

/** A table for the comment of a pull request. */
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

/** Escapes names and messages, which come from others, so that none becomes markup, a link or a mention. */
function text(written: string): string {
  return escapeUnseen(written).replace(
    /[\\|<>&[\]()*_~#@!$]|:(?=\/\/)|(?<=www)\./gi,
    (sign) => `&#${sign.codePointAt(0)};`,
  );
}

/** Inline code; a pipe would end the cell. */
function code(written: string): string {
  const shown = escapeUnseen(written).replaceAll('`', 'ˋ').replaceAll('|', '\\|');
  return shown === '' ? '' : `\`${shown}\``;
}
