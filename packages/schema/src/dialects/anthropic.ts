import { type Dialect, unchanged } from '../dialect.js';
import { ANTHROPIC_LIMITS } from '../limits/provider-limits.js';

export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; [keyword: string]: unknown };
}

/**
 * The Messages API without `strict`, which takes draft 2020-12 as it is. Strict tools are limited for a request as a whole (20
 * tools, 24 optional parameters), so that no tool alone can tell whether it may be one.
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools
 * @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations
 */
export const anthropicDialect: Dialect<AnthropicTool> = {
  name: 'anthropic',
  limits: ANTHROPIC_LIMITS,
  lower: unchanged,
  decode: (value) => value,
  wireTool: ({ name, description, parameters }) => ({ name, description, input_schema: { ...parameters } }),
};
