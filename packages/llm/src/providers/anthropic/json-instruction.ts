import type { JsonSchema } from '@toolwright/contract';

/** What the system prompt says where the API cannot be told itself that the answer has to be JSON. */
export function jsonInstruction(schema?: JsonSchema): string {
  const shape = schema === undefined ? '' : ` that fits this JSON Schema:\n${JSON.stringify(schema)}`;
  const end = schema === undefined ? '.' : '';
  return `When you give your answer, it must be one JSON object and nothing else: no text around it, no code fence. Give an object${shape}${end}`;
}
