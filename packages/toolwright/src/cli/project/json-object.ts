import { errorMessage, type JsonObject, ToolwrightError } from '@toolwright/contract';

/**
 * The arguments of a call, as written on the command line.
 * @throws ToolwrightError `MALFORMED_ARGUMENTS` for what is not a JSON object.
 */
export function parseJsonObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed(`The arguments are not JSON: ${errorMessage(error)}`, error);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed(`The arguments are ${kindOf(value)}, not an object by parameter name.`);
  }
  return value as JsonObject; // JSON.parse gives JSON, and it was found to be an object
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

function malformed(message: string, cause?: unknown): ToolwrightError {
  const hint = `Write them as one JSON object in quotes, e.g. '{"city":"Oslo"}'.`;
  return new ToolwrightError('MALFORMED_ARGUMENTS', message, { blame: 'user', hint, cause });
}
