/**
 * Returns the positions of each `@` in the code of a JSDoc comment: between fences on separate lines, and in code spans, which end on the
 * same line. Unterminated fences are ignored.
 */
export function findCodeSigns(comment: string): ReadonlySet<number> {
  const signs = new Set<number>();
  if (!/[`~]/.test(comment) || !comment.includes('@')) return signs;
  const lines = readLines(comment);
  let hopeless = { '`': Number.POSITIVE_INFINITY, '~': Number.POSITIVE_INFINITY };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) break;
    const { fence } = line;
    const canEnd = fence !== undefined && fence.length < hopeless[fence.char];
    const end = canEnd ? findEnd(lines, index + 1, fence) : undefined;
    if (end !== undefined) {
      for (const inside of lines.slice(index, end)) addSigns(signs, inside.text, inside.start);
      index = end;
      continue;
    }
    // A later fence of this length cannot be terminated either.
    if (canEnd) hopeless = { ...hopeless, [fence.char]: fence.length };
    for (const [from, to] of codeSpans(line.text))
      addSigns(signs, line.text.slice(from, to), line.start + from);
  }
  return signs;
}

interface Fence {
  readonly char: '`' | '~';
  readonly length: number;
  /** Whether nothing follows the fence, so that it may close another fence. */
  readonly isBare: boolean;
}

interface Line {
  readonly start: number;
  readonly text: string;
  readonly fence: Fence | undefined;
}

function readLines(comment: string): readonly Line[] {
  let start = 0;
  return comment.split('\n').map((text) => {
    const line = { start, text, fence: readFence(text) };
    start += text.length + 1;
    return line;
  });
}

/** @param text May begin with the comment's asterisk and contain the end of the comment. */
function readFence(text: string): Fence | undefined {
  const [, fence = '', rest = ''] = /^\s*(?:(?:\/\*\*|\*)\s*)?(`{3,}|~{3,})(.*)$/.exec(text) ?? [];
  const char = fence.startsWith('~') ? '~' : '`';
  // The rest of the line after a fence of backticks contains no backticks; otherwise, it is a code span.
  if (fence === '' || (char === '`' && rest.includes('`'))) return undefined;
  return { char, length: fence.length, isBare: /^(?:\*\/)?$/.test(rest.trim()) };
}

function findEnd(lines: readonly Line[], from: number, { char, length }: Fence): number | undefined {
  for (let index = from; index < lines.length; index += 1) {
    const fence = lines[index]?.fence;
    if (fence?.isBare === true && fence.char === char && fence.length >= length) return index;
  }
  return undefined;
}

/** Returns the ranges between runs of backticks of equal length. */
function codeSpans(line: string): readonly (readonly [from: number, to: number])[] {
  const runs = [...line.matchAll(/`+/g)];
  const next = new Map<number, number>();
  const ends: (number | undefined)[] = [];
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = runs[index]?.[0].length ?? 0;
    ends[index] = next.get(length);
    next.set(length, index);
  }
  const spans: (readonly [number, number])[] = [];
  for (let index = 0; index < runs.length; index += 1) {
    const end = ends[index];
    const [from, to] = [runs[index]?.index, end === undefined ? undefined : runs[end]?.index];
    if (end === undefined || from === undefined || to === undefined) continue;
    spans.push([from, to]);
    index = end;
  }
  return spans;
}

function addSigns(signs: Set<number>, text: string, start: number): void {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) signs.add(start + at);
}
