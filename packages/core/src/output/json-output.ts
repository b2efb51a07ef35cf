import type { GenerateOptions, JsonSchema } from '@toolwright/contract';
import { withSystemPrompt } from '../protocols/system-message.js';
import type { ModelRequest } from '../protocols/tool-call-protocol.js';
import { cutAnswer, refused } from './invalid-output.js';
import { isObjectSchema, nativeSchema } from './native-schema.js';
import { outputPrompt } from './output-prompt.js';
import type { OutputReader, RequestSituation } from './output-reader.js';
import type { OutputTarget } from './output-schema.js';
import { readOutput } from './parse-output.js';
import { writeJson } from './write-json.js';

/** Requests and parses JSON answers. The schema is sent through the provider's API if the model supports it, otherwise in the prompt. */
export function jsonOutput(target: OutputTarget): OutputReader {
  const { name, schema } = target;
  const prompt = outputPrompt(name, schema);
  return {
    name,
    schema,
    prepare(request, situation) {
      const jsonResponse = nativeForm(target, request, situation);
      const options: GenerateOptions = jsonResponse ? { ...request.options, jsonResponse } : request.options;
      if (typeof jsonResponse === 'object') return { ...request, options };
      const asked = request.answerPlace ? outputPrompt(name, schema, request.answerPlace) : prompt;
      const messages = withSystemPrompt(request.messages, (given) =>
        given ? `${given}\n\n${asked}` : asked,
      );
      return { ...request, messages, options };
    },
    async read({ text, response }) {
      if (response.refusal && !response.content) throw refused(response.refusal);
      // If the model stopped by itself, the last number is complete.
      const parsed = await readOutput(response.finishReason === 'stop' ? `${text}\n` : text, target);
      const isWhole = !parsed.recovered && /[}\]]\s*(?:```\s*)?$/.test(text.slice(-100));
      if (response.finishReason === 'length' && !isWhole) throw cutAnswer('the token limit was reached');
      return parsed;
    },
    write: (output) => writeJson(target.encode(output)),
    correct: ({ message }, place = 'and nothing else') =>
      `${message}\nAnswer again with the complete corrected JSON, ${place}.`,
  };
}

/** Returns the JSON mode to request: the schema, or any JSON object. Undefined if unsupported, or unsupported with tools. */
function nativeForm(
  { name, schema }: OutputTarget,
  { tools }: ModelRequest,
  { capabilities, native }: RequestSituation,
): GenerateOptions['jsonResponse'] {
  if (!native || (tools.length > 0 && !capabilities?.jsonModeWithTools)) return undefined;
  const sendable = schema && capabilities?.strictSchemas ? nativeSchema(schema) : undefined;
  if (sendable !== undefined) return { name, schema: sendable };
  return capabilities?.jsonMode && isObject(schema) ? true : undefined;
}

function isObject(schema: JsonSchema | undefined): boolean {
  return schema !== undefined && isObjectSchema(schema);
}
