import type { JsonSchema } from '@toolwright/contract';

/**
 * Describes the required answer, for the system message of a request.
 * @param place where in a reply the answer must be; undefined if the whole reply is the answer
 */
export function outputPrompt(name: string, schema: JsonSchema | undefined, place?: string): string {
  const rules =
    place === undefined ? ALONE : `Write it ${place}: not inside a string, and without Markdown or comments.`;
  if (schema === undefined) return `Your final answer must be one JSON value, ${name}. ${rules}`;
  return `Your final answer must be one JSON value, ${name}, that matches this JSON Schema. ${rules}

<json_schema>
${JSON.stringify(schema)}
</json_schema>`;
}

const ALONE =
  'Write nothing else: no Markdown, comments or explanations. This applies only to the final answer, not to tool calls.';
