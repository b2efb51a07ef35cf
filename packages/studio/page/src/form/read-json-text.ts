import { isRecord, type JsonObject, type JsonValue } from '@toolwright/contract';

export type JsonText<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/** Parses JSON written by a user. Refuses numbers that JavaScript cannot represent exactly. */
export function readJsonText(text: string): JsonText<JsonValue> {
  const lost = findInexactNumber(text);
  if (lost !== undefined) {
    return {
      ok: false,
      message: `JavaScript cannot represent the number ${lost} exactly. Write it as a string: "${lost}".`,
    };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

export function readArguments(text: string): JsonText<JsonObject> {
  const read = readJsonText(text.trim() === '' ? '{}' : text);
  if (!read.ok) return read;
  if (!isRecord(read.value) || Array.isArray(read.value)) {
    return { ok: false, message: 'The arguments must be a JSON object: { "name": value }.' };
  }
  return { ok: true, value: read.value as JsonObject }; // checked above
}

function findInexactNumber(text: string): string | undefined {
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g)) {
    if (token.startsWith('"')) continue;
    if (String(Number(token)) !== token && BigInt(token) !== BigInt(Number(token))) return token;
  }
  return undefined;
}
