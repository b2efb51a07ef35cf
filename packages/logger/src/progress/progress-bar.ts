import { textStart, visibleLine } from '@toolwright/contract';
import { LABEL_COLUMNS } from '../layouts.js';
import { graphemes } from '../text/graphemes.js';
import { textWidth } from '../text/text-width.js';
import type { Progress } from './read-progress.js';

const BAR = 20;

/** Formats progress: `40% · 2 of 5 · review 2`. */
export function describeProgress({ done, text }: Progress): string {
  const percent = done === undefined ? '' : `${Math.floor(done * 100)}%`;
  return [percent, text].filter(Boolean).join(' · ');
}

/** Draws progress on one line that is narrower than the terminal, because a full line would move the cursor. */
export function drawProgress(name: string, progress: Progress, width: number): string {
  const { done } = progress;
  const full = Math.round((done ?? 0) * BAR);
  const bar = done === undefined ? [] : ['█'.repeat(full) + '░'.repeat(BAR - full)];
  const text = [name, ...bar, describeProgress(progress)].join(' ');
  return cutLine('Progress'.padEnd(LABEL_COLUMNS) + visibleLine(text), width - 1);
}

function cutLine(text: string, width: number): string {
  let columns = 0;
  let line = '';
  // No line has more characters than columns, apart from marks that take none.
  for (const character of graphemes(textStart(text, width * 8))) {
    columns += textWidth(character);
    if (columns > width) return line;
    line += character;
  }
  return line;
}
