/** Returns a text without the parts that must not be shown. */
export type CleanText = (text: string) => string;

/**
 * Cleans all strings and member names in a value. Returns the same value if nothing was found. A number that is redacted becomes a string.
 * Takes time linear in the size of the value.
 */
export function redactJson<T>(value: T, clean: CleanText): T {
  // The result has the same type, except for redacted numbers.
  return redactValue(value, clean, new Map()) as T;
}

/**
 * Cleans text that may be JSON, and keeps it valid JSON. Also finds characters that are written as codes, e.g. `\u0076` for `v`.
 */
export function redactJsonText(text: string, clean: CleanText): string {
  const cleaned = clean(text);
  if (cleaned === text && !text.includes('\\')) return text;
  if (!/^\s*[[{"\d-]/.test(text)) return redactCodes(cleaned, clean);
  try {
    const value: unknown = JSON.parse(text);
    const redacted = redactJson(value, (part) =>
      part.includes('\\') ? redactJsonText(part, clean) : clean(part),
    );
    return redacted === value ? text : JSON.stringify(redacted);
  } catch {
    // The text is not JSON or is nested too deeply, but other parsers may still accept it.
    return redactCodes(cleaned, clean);
  }
}

/** Searches the text again with its character codes decoded. Returns the same text if nothing is found. */
function redactCodes(text: string, clean: CleanText): string {
  const plain = text.replace(CODE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  if (plain === text) return text;
  const cleaned = clean(plain);
  return cleaned === plain ? text : cleaned;
}

/** Matches a character code in JSON, or in JSON within JSON. */
const CODE = /(?<!\\)\\+u([\da-fA-F]{4})/g;

function redactValue(value: unknown, clean: CleanText, done: Map<object, unknown>): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value === 'number') {
    const text = clean(String(value));
    return text === String(value) ? value : text;
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (done.has(value)) return done.get(value);
  // If the value is circular, the recursion finds it here and stops.
  done.set(value, value);
  const redacted = Array.isArray(value) ? redactList(value, clean, done) : redactMembers(value, clean, done);
  done.set(value, redacted);
  return redacted;
}

function redactList(
  list: readonly unknown[],
  clean: CleanText,
  done: Map<object, unknown>,
): readonly unknown[] {
  const isSame = list.every((one) => Object.is(one, redactValue(one, clean, done)));
  return isSame ? list : list.map((one) => redactValue(one, clean, done));
}

function redactMembers(value: object, clean: CleanText, done: Map<object, unknown>): object {
  const isSame = Object.keys(value).every((name) => {
    const one: unknown = Reflect.get(value, name);
    return clean(name) === name && Object.is(one, redactValue(one, clean, done));
  });
  if (isSame) return value;
  const entries: [string, unknown][] = Object.entries(value);
  const members = entries.map(([, one]) => redactValue(one, clean, done));
  const unique = numberRepeats(entries.map(([name]) => clean(name)));
  return Object.fromEntries(members.map((member, index) => [unique[index], member]));
}

/** Numbers names that became equal, so that no member is lost: `[email]`, `[email] 2`. */
function numberRepeats(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  const counts = new Map<string, number>();
  return names.map((name) => {
    let count = counts.get(name) ?? 0;
    let unique = name;
    if (count > 0) {
      do unique = `${name} ${++count}`;
      while (taken.has(unique));
      taken.add(unique);
    } else count = 1;
    counts.set(name, count);
    return unique;
  });
}
