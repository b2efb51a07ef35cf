import { isRecord } from '@toolwright/contract';
import type { Refusal } from './refuse-request.js';

/**
 * Checks the arguments that a client must also send as headers because of `x-mcp-header` in the input schema. Proxies and the tool must see
 * the same values.
 * @returns the reason the request is refused, or undefined if the headers are valid
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function refuseParamHeaders(
  inputSchema: unknown,
  args: unknown,
  headers: Readonly<Record<string, string>>,
): Refusal | undefined {
  for (const { header, value } of declaredIn(inputSchema, args)) {
    const sent = headers[`${PREFIX}${header.toLowerCase()}`];
    const shown = `Mcp-Param-${header}`;
    if (sent === undefined) return mismatch(`The header ${shown} is missing.`);
    const decoded = decode(sent);
    if (decoded === undefined) return mismatch(`The header ${shown} is not valid Base64.`);
    if (!isSame(decoded, value)) return mismatch(`The header ${shown} differs from the argument.`);
  }
  return undefined;
}

const PREFIX = 'mcp-param-';

interface Declared {
  readonly header: string;
  readonly value: string | number | boolean;
}

/** Finds the arguments whose schema declares a header. Iterative, because arguments can be deeply nested. */
function declaredIn(inputSchema: unknown, args: unknown): readonly Declared[] {
  const found: Declared[] = [];
  const open: [schema: unknown, value: unknown][] = [[inputSchema, args]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [schema, values] = next;
    if (!isRecord(schema) || !isRecord(schema.properties) || !isRecord(values)) continue;
    for (const [name, property] of Object.entries(schema.properties)) {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      const header = isRecord(property) ? property['x-mcp-header'] : undefined;
      if (typeof header === 'string' && isSimple(value)) found.push({ header, value });
      open.push([property, value]);
    }
  }
  return found;
}

/** Whether the SDK's clients can send a value as a header. */
function isSimple(value: unknown): value is Declared['value'] {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value === 'string' || typeof value === 'boolean';
}

/** Compares a header with an argument. 42 and 42.0 are the same number, and an empty header is not a number. */
function isSame(decoded: string, value: Declared['value']): boolean {
  if (typeof value === 'number') return decoded.trim() !== '' && Number(decoded) === value;
  return decoded === String(value);
}

/** Decodes a header. Values with characters that are not allowed in headers are encoded in Base64. */
function decode(sent: string): string | undefined {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(sent) ?? [];
  if (base64 === undefined) return sent;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64) return undefined;
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

/** Creates the protocol's error `HeaderMismatch`. */
function mismatch(message: string): Refusal {
  return { status: 400, message, code: -32_020 };
}
