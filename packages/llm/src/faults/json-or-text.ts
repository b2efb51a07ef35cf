/** Parses a JSON body; returns any other body as text, such as the HTML page of a proxy. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the text itself is the value.
    return text;
  }
}
