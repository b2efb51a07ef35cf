/** Returns the length of the JSON string escape at `position`; undefined if JSON has no such escape. */
export function escapeLength(text: string, position: number, limit: number): number | undefined {
  const kind = text.charAt(position + 1);
  if (kind !== 'u') return position + 2 <= limit && CHARACTERS.has(kind) ? 2 : undefined;
  return position + 6 <= limit && HEX.test(text.slice(position + 2, position + 6)) ? 6 : undefined;
}

/** Whether an escape is complete, or can no longer become valid. */
export function endsEscape(written: string): boolean {
  if (written.charAt(1) !== 'u') return true;
  return (
    written.length === 6 || (written.length > 2 && !/[0-9a-f]/i.test(written.charAt(written.length - 1)))
  );
}

/** Returns the character that an escape represents; undefined if JSON has no such escape. */
export function decodeEscape(written: string): string | undefined {
  if (escapeLength(written, 0, written.length) !== written.length) return undefined;
  return CHARACTERS.get(written.charAt(1)) ?? String.fromCharCode(Number.parseInt(written.slice(2), 16));
}

const HEX = /^[0-9a-fA-F]{4}$/;
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
