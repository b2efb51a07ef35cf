/** Whether an escape of a JSON string is complete. */
export function endsEscape(written: string): boolean {
  if (written.charAt(1) !== 'u') return true;
  return (
    written.length === 6 || (written.length > 2 && !/[0-9a-f]/i.test(written.charAt(written.length - 1)))
  );
}

/** The character that an escape stands for. An unknown escape stays as it was written. */
export function decodeEscape(written: string): string {
  // Models write it although JSON has no such escape.
  if (written === "\\'") return "'";
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    // No escape of JSON.
    return written;
  }
}
