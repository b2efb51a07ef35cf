import { parse } from 'smol-toml';

/**
 * The line, from 1, at which a top-level key of a valid TOML text begins. What looks like the key inside a text or a comment is not
 * taken for it: the key stands behind the longest beginning of the text that is valid without it.
 */
export function findKeyLine(toml: string, key: string): number {
  const lines = toml.split('\n');
  let valid = 0;
  for (let end = 1; end <= lines.length; end += 1) {
    const keys = readKeys(lines.slice(0, end).join('\n'));
    if (keys?.includes(key)) return valid + 1;
    if (keys !== undefined) valid = end;
  }
  return 1;
}

function readKeys(toml: string): string[] | undefined {
  try {
    return Object.keys(parse(toml));
  } catch {
    // The beginning ends within a value.
    return undefined;
  }
}
