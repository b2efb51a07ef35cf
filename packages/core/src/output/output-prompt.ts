import type { JsonSchema } from '@toolwright/contract';

/**
 * Describes the required answer in the system message of a request.
 * @param place where the answer stands in a reply; undefined if the whole reply is the answer
 */
export function outputPrompt(name: string, schema: JsonSchema | undefined, place?: string): string {
  const rules =
    place === undefined ? ALONE : `Write it ${place}: no text that holds it, no Markdown, no comments.`;
  if (schema === undefined) return `Your final answer must be one JSON value, ${name}. ${rules}`;
  return `Your final answer must be one JSON value, ${name}, that matches this JSON Schema. ${rules}

<json_schema>
${JSON.stringify(schema)}
</json_schema>`;
}

const ALONE =
  'Write nothing around it: no Markdown, no comments, no explanations. This holds for the final answer only, not for tool calls.';
