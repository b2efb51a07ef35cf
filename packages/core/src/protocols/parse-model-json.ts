/**
 * The value that a model's JSON stands for. Line breaks and other control characters within strings count as what they are, since
 * models that write JSON by hand leave them bare; nothing else is mended.
 * @throws SyntaxError
 */
export function parseModelJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const escaped = text.replace(STRING, (string) => string.replace(CONTROL, escapeControl));
    if (escaped === text) throw error;
    return JSON.parse(escaped);
  }
}

const STRING = /"(?:[^"\\]|\\[\s\S])*"/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON does not take
const CONTROL = /[\u0000-\u001f]/g;

function escapeControl(character: string): string {
  return JSON.stringify(character).slice(1, -1);
}
