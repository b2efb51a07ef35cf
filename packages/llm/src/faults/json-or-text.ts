/** The value of a JSON body, or the text of any other, such as the HTML page of a proxy. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the text itself is the value.
    return text;
  }
}
