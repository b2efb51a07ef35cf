import { isRecord, type JsonObject, type JsonValue } from '@toolwright/contract';

/** What a text field for JSON holds. */
export type JsonText<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/** Reads JSON that somebody writes. Numbers that JavaScript cannot keep are refused: they would change. */
export function readJsonText(text: string): JsonText<JsonValue> {
  const lost = findInexactNumber(text);
  if (lost !== undefined) {
    return {
      ok: false,
      message: `JavaScript cannot keep the number ${lost} exactly. Write it as a text: "${lost}".`,
    };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** The same for the arguments of a call, which are an object. */
export function readArguments(text: string): JsonText<JsonObject> {
  const read = readJsonText(text.trim() === '' ? '{}' : text);
  if (!read.ok) return read;
  if (!isRecord(read.value) || Array.isArray(read.value)) {
    return { ok: false, message: 'The arguments must be a JSON object: { "name": value }.' };
  }
  // A record that was read from JSON.
  return { ok: true, value: read.value as JsonObject };
}

function findInexactNumber(text: string): string | undefined {
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g)) {
    if (token.startsWith('"')) continue;
    if (String(Number(token)) !== token && BigInt(token) !== BigInt(Number(token))) return token;
  }
  return undefined;
}
