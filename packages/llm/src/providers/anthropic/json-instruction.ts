import type { JsonSchema } from '@toolwright/contract';

/** Returns a system prompt instruction to answer in JSON, for models without an API parameter for JSON output. */
export function jsonInstruction(schema?: JsonSchema): string {
  const shape = schema === undefined ? '' : ` that fits this JSON Schema:\n${JSON.stringify(schema)}`;
  const end = schema === undefined ? '.' : '';
  return `When you give your answer, it must be one JSON object and nothing else: no text around it, no code fence. Give an object${shape}${end}`;
}
