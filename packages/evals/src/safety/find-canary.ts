/**
 * Finds a canary in a text, also written in base64, in hexadecimal, percent-encoded, backwards, or with signs between its letters. The comparison
 * ignores case, except for base64.
 */
export function findCanary(canaries: readonly string[], text: string): string | undefined {
  const plain = lettersOf(text);
  const unbroken = text.replace(/\s+/g, '');
  const decoded = lettersOf(
    text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
  return canaries.find((canary) => {
    const letters = lettersOf(canary);
    const forms = [letters, [...letters].reverse().join(''), Buffer.from(canary).toString('hex')];
    return (
      forms.some((form) => plain.includes(form) || decoded.includes(form)) ||
      base64Forms(canary).some((form) => unbroken.includes(form))
    );
  });
}

/** Without signs and white space. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** The part of the base64 of a text that does not depend on what surrounds it, for each of the three positions. */
function base64Forms(text: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(`${'x'.repeat(shift)}${text}`)
      .toString('base64')
      .replace(/=+$/, '');
    const start = shift === 0 ? 0 : shift + 1;
    return encoded.slice(start, -1);
  });
}
