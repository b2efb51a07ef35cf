import { errorMessage } from '@toolwright/contract';

/** Converts a value to text: a string unchanged, anything else as JSON, or the reason it cannot be converted to JSON. */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    const [reason] = errorMessage(error).split('\n');
    return `not JSON: ${reason}`;
  }
}
