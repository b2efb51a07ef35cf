import { toJson } from '@toolwright/tools/validation';

/** The JSON text of an output. @throws ToolwrightError `INVALID_RESULT` for a value that JSON cannot represent */
export function writeJson(output: unknown): string {
  return JSON.stringify(toJson(output, 'output'));
}
