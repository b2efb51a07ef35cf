import type { DialectDefinition, WireObject } from '../dialect.js';
import { SIMPLE_NAME } from '../limits/limits.js';
import { flattenRoot } from '../lower/flatten-root.js';

export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: WireObject;
}

/**
 * The Messages API without `strict`, which accepts draft 2020-12 unchanged. Strict mode is not used: its limits apply to a whole request
 * (20 tools, 24 optional parameters), so they cannot be checked for a single tool.
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools
 * @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations
 */
export const anthropicDialect: DialectDefinition<AnthropicTool> = {
  limits: {
    toolName: {
      allowed: SIMPLE_NAME,
      source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools',
    },
    // Not documented; the API answers "Property keys should match pattern".
    argumentName: {
      allowed: {
        pattern: /^[a-zA-Z0-9_.-]{1,64}$/,
        words: '1 to 64 letters, digits, underscores, dots and dashes',
      },
      source: 'https://github.com/anthropics/claude-code/issues/79418',
    },
  },
  // Not documented; the API answers "input_schema does not support oneOf, allOf, or anyOf at the top level".
  // https://github.com/anthropics/claude-code/issues/5973
  lower: (schema) => flattenRoot(schema, ['oneOf', 'allOf', 'anyOf']),
  wireTool: ({ name, description }, input_schema) => ({ name, description, input_schema }),
};
