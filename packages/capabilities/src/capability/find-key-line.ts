import { parse } from 'smol-toml';

/** The number of candidates that are checked: any number of lines can look like the key. */
const MAX_PLACES = 20;

/**
 * The line, from 1, at which a top-level key of a valid TOML text begins. Lookalikes in strings and comments are ruled out: the text
 * before the key must be valid TOML that does not have the key yet.
 */
export function findKeyLine(toml: string, key: string): number {
  const lines = toml.split('\n');
  const places = [...lines.keys()].filter((index) => looksLike(lines[index] ?? '', key));
  const found = places
    .slice(0, MAX_PLACES)
    .find((index) => readKeys(lines.slice(0, index).join('\n'))?.includes(key) === false);
  return (found ?? places[0] ?? 0) + 1;
}

/** Whether a line can begin with a key or the heading of its table. */
function looksLike(line: string, key: string): boolean {
  const start = line.replace(/^[\s["']+/, '');
  return start.startsWith(key) && /^["'\s]*[\].=]/.test(start.slice(key.length));
}

function readKeys(toml: string): string[] | undefined {
  try {
    return Object.keys(parse(toml));
  } catch {
    // The text is cut within a value.
    return undefined;
  }
}
