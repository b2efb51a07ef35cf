import { visibleText } from '@toolwright/contract';

interface SourceLinesProps {
  readonly label: string;
  /** The number of the first line. */
  readonly from: number;
  readonly lines: readonly string[];
  readonly marked: number;
  /** The range on the marked line; columns start at 1. */
  readonly marker?: { readonly column: number; readonly length: number } | undefined;
}

const LONGEST = 1_000;

export function SourceLines({ label, from, lines, marked, marker }: SourceLinesProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <figure class="source" aria-label={label} tabIndex={0}>
      {lines.map((line, index) => (
        <div key={from + index} class={from + index === marked ? 'source-line marked' : 'source-line'}>
          <span class="number">{from + index}</span>
          <span>{visibleText(line.slice(0, LONGEST)) || ' '}</span>
          {from + index === marked && marker !== undefined && (
            <>
              <span class="number" />
              <span class="marker" aria-hidden="true">
                {underline(line, marker)}
              </span>
            </>
          )}
        </div>
      ))}
    </figure>
  );
}

function underline(
  line: string,
  { column, length }: { readonly column: number; readonly length: number },
): string {
  const before = visibleText(line.slice(0, Math.min(column - 1, LONGEST)));
  return `${' '.repeat(before.length)}${'^'.repeat(Math.max(1, Math.min(length, LONGEST - before.length)))}`;
}
