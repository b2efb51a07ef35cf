/** The value of a body that is JSON; the text of any other, such as the pages of HTML with which proxies refuse. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An answer, not a failure: it is shown as it is.
    return text;
  }
}
