/** Writes the type of a string or another primitive value of JSON; what is not one has the type of its values. Hides no character. */
export function jsonLiteral(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'number';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? quoted(value) : 'unknown';
}

/** Writes a text in quotes. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;
