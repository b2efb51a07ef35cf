import { parse } from 'smol-toml';

/** Places that are looked at: a text can hold any number of lines that look like the key. */
const MAX_PLACES = 20;

/**
 * The line, from 1, at which a top-level key of a valid TOML text begins. What looks like the key inside a text or a comment is not
 * taken for it: what stands before the key is valid without it, and does not hold it.
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
    // The beginning ends within a value.
    return undefined;
  }
}
