/** Parses JSON. Returns undefined for a text that is not JSON, such as a line that a kill has cut. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
