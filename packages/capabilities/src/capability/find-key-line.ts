import { parse } from 'smol-toml';

/** The maximum number of candidates to check, because any number of lines can look like the key. */
const MAX_PLACES = 20;

/**
 * Returns the line, starting at 1, of a top-level key in valid TOML. Lookalikes in strings and comments are excluded, because the text
 * before the key must be valid TOML without that key.
 */
export function findKeyLine(toml: string, key: string): number {
  const lines = toml.split('\n');
  const places = [...lines.keys()].filter((index) => looksLike(lines[index] ?? '', key));
  const found = places
    .slice(0, MAX_PLACES)
    .find((index) => readKeys(lines.slice(0, index).join('\n'))?.includes(key) === false);
  return (found ?? places[0] ?? 0) + 1;
}

/** Whether a line may start with a key or its table header. */
function looksLike(line: string, key: string): boolean {
  const start = line.replace(/^[\s["']+/, '');
  return start.startsWith(key) && /^["'\s]*[\].=]/.test(start.slice(key.length));
}

function readKeys(toml: string): string[] | undefined {
  try {
    return Object.keys(parse(toml));
  } catch {
    // The text ends within a value.
    return undefined;
  }
}
