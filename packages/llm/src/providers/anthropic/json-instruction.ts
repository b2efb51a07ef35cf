import type { JsonSchema } from '@toolwright/contract';

/** Asks for JSON in the system prompt, for models whose API has no parameter for it. */
export function jsonInstruction(schema?: JsonSchema): string {
  const shape = schema === undefined ? '' : ` that fits this JSON Schema:\n${JSON.stringify(schema)}`;
  const end = schema === undefined ? '.' : '';
  return `When you give your answer, it must be one JSON object and nothing else: no text around it, no code fence. Give an object${shape}${end}`;
}
