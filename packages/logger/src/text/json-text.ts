import { errorMessage } from '@toolwright/contract';

/** A value as text: a text as it is, anything else as JSON; what is no JSON says so. */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    const [reason] = errorMessage(error).split('\n');
    return `no JSON: ${reason}`;
  }
}
