import { ToolwrightError, textStart } from '@toolwright/contract';

/** Reads a string member; undefined if absent or null. @throws ToolwrightError `INVALID_RESPONSE` for any other value */
export function textField(value: unknown, name: string): string | undefined {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return undefined;
  throw invalidField(value, name, 'a string');
}

/**
 * Reads a list member; empty if absent or null.
 * @throws ToolwrightError `INVALID_RESPONSE` for any other value
 */
export function listField(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value === undefined || value === null) return [];
  throw invalidField(value, name, 'a list');
}

export function invalidField(value: unknown, name: string, expected: string): ToolwrightError {
  return new ToolwrightError(
    'INVALID_RESPONSE',
    `'${name}' in the reply is ${jsonStart(value, 80)}, not ${expected}.`,
    { blame: 'provider', hint: "Check that the base URL belongs to this provider's API." },
  );
}

/** Returns a call's arguments as JSON text. Some servers send the value itself. Validation refuses arguments that are not an object. */
export function argumentsText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the start of a value's JSON, for error messages. */
export function jsonStart(value: unknown, length = 200): string {
  try {
    return textStart(JSON.stringify(value) ?? 'undefined', length);
  } catch {
    // The value is nested so deeply that the stack overflows.
    return Array.isArray(value) ? 'a list, nested too deeply' : 'an object, nested too deeply';
  }
}
