import { visibleText } from '@toolwright/contract';
import { useMemo, useState } from 'preact/hooks';
import { Text } from '../look/text.js';
import { type ProgramRoom, programLines } from './program-lines.js';
import type { ShownProblem } from './shown-program.js';

interface ProgramViewProps {
  readonly label: string;
  readonly code: string;
  readonly problems?: readonly ShownProblem[];
  /** The lines to mark. */
  readonly marked?: readonly number[];
}

const ROOM: ProgramRoom = { characters: 20_000, lines: 400 };
const MORE = 5;
/** The marked line and its neighbours are shown at once. */
const BELOW = 3;

/** Shows an untrusted program with numbered lines. Long lines wrap, and long programs come in parts. */
export function ProgramView({ label, code, problems = [], marked = [] }: ProgramViewProps) {
  const [parts, setParts] = useState(1);
  const least = Math.min(BELOW + marked.reduce((most, line) => Math.max(most, line), 0), ROOM.lines * MORE);
  const characters = ROOM.characters * parts;
  const lines = Math.max(ROOM.lines * parts, least);
  const shown = useMemo(() => programLines(code, { characters, lines }), [code, characters, lines]);
  const isMarked = new Set(marked);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <figure class="source program" aria-label={label} tabIndex={0}>
      {shown.lines.map(({ number, parts: pieces }) => (
        <div key={number} class={isMarked.has(number) ? 'source-line marked' : 'source-line'}>
          <span class="number">{number}</span>
          <code>
            {pieces.length === 0
              ? ' '
              : pieces.map(({ kind, text }, index) => (
                  <span key={index} class={`code-${kind}`}>
                    {visibleText(text)}
                  </span>
                ))}
          </code>
          {problems
            .filter(({ line }) => line === number)
            .map(({ column, message }) => (
              <p key={`${column} ${message}`} class="program-problem">
                <Text text={`Column ${column}: ${message}`} />
              </p>
            ))}
        </div>
      ))}
      {shown.rest > 0 && (
        <button type="button" class="quiet" onClick={() => setParts(parts * MORE)}>
          Show more ({shown.rest.toLocaleString('en-US')} characters)
        </button>
      )}
    </figure>
  );
}
