const MAX_CHARACTERS = 500_000;
const MAX_NESTING = 200;

/**
 * Whether the compiler may parse a source. Its parser is recursive, so a file full of brackets would overflow the stack, and it cannot be
 * stopped.
 */
export function isParseable(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const change = CHANGE[text.charCodeAt(at)] ?? 0;
    depth = Math.max(0, depth + change);
    if (depth > MAX_NESTING) return false;
  }
  return true;
}

const CHANGE: Readonly<Record<number, number>> = Object.fromEntries([
  ...[...'([{'].map((bracket) => [bracket.charCodeAt(0), 1]),
  ...[...')]}'].map((bracket) => [bracket.charCodeAt(0), -1]),
]);
