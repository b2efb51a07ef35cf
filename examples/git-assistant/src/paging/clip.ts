/** At most `characters` characters of a text, beginning at `start`. It never splits a character. */
export function clip(text: string, characters: number, start = 0): string {
  const from = isLowSurrogate(text, start) ? start + 1 : start;
  const end = from + characters;
  return text.slice(from, isLowSurrogate(text, end) ? end - 1 : end);
}

/** Like `clip`, with a note about how much is missing. */
export function clipWithNote(text: string, characters: number): string {
  const start = clip(text, characters);
  return start === text ? text : `${start}… [${text.length - start.length} more characters]`;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
