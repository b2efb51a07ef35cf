import { toJson } from '@toolwright/tools/validation';

/** Writes an output as JSON text. @throws ToolwrightError `INVALID_RESULT` for a value that JSON cannot represent */
export function writeJson(output: unknown): string {
  return JSON.stringify(toJson(output, 'output'));
}
