/** Whether an escape of a JSON string is complete, or cannot become one. */
export function endsEscape(written: string): boolean {
  if (written.charAt(1) !== 'u') return true;
  return (
    written.length === 6 || (written.length > 2 && !/[0-9a-f]/i.test(written.charAt(written.length - 1)))
  );
}

/** Whether JSON has this escape. */
export function isEscape(written: string): boolean {
  return ESCAPE.test(written);
}

const ESCAPE = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})$/;

/** The character that an escape stands for; undefined for one that JSON does not have. */
export function decodeEscape(written: string): string | undefined {
  return isEscape(written) ? decode(`"${written}"`) : undefined;
}

/** Decodes a valid JSON string with its quotes. */
export function decode(literal: string): string {
  return String(JSON.parse(literal));
}
