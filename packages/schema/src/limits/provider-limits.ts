import type { Limit, Limits, NameRule } from './limits.js';

/** Letters, digits, underscores and dashes, at most 64. */
const SIMPLE_NAME: NameRule = {
  pattern: /^[a-zA-Z0-9_-]{1,64}$/,
  words: '1 to 64 letters, digits, underscores and dashes',
};

/** The `name` and `description` of a function in chat completions. */
export const OPENAI_LIMITS: Limits = {
  toolName: {
    allowed: SIMPLE_NAME,
    source: 'https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools',
  },
  // Not in the documentation; the API answers longer ones with `string_above_max_length`.
  description: { allowed: 1024, source: 'https://github.com/getsentry/sentry-mcp/issues/106' },
};

const STRUCTURED_OUTPUTS = 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas';

export const OPENAI_STRICT_LIMITS: Limits = {
  ...OPENAI_LIMITS,
  schema: {
    depth: { allowed: 10, source: STRUCTURED_OUTPUTS },
    properties: { allowed: 5000, source: STRUCTURED_OUTPUTS },
    enumValues: { allowed: 1000, source: STRUCTURED_OUTPUTS },
    characters: { allowed: 120_000, source: STRUCTURED_OUTPUTS },
    enumCharacters: { allowed: { above: 250, characters: 15_000 }, source: STRUCTURED_OUTPUTS },
  },
};

export const ANTHROPIC_LIMITS: Limits = {
  toolName: {
    allowed: SIMPLE_NAME,
    source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools',
  },
  // Not in the documentation; the API answers with "Property keys should match pattern".
  argumentName: {
    allowed: {
      pattern: /^[a-zA-Z0-9_.-]{1,64}$/,
      words: '1 to 64 letters, digits, underscores, dots and dashes',
    },
    source: 'https://github.com/anthropics/claude-code/issues/79418',
  },
};

const FUNCTION_DECLARATION: Pick<Limit<unknown>, 'source'> = {
  source: 'https://ai.google.dev/api/caching#FunctionDeclaration',
};

/** As documented at `FunctionDeclaration` in @google/genai. */
export const GEMINI_LIMITS: Limits = {
  toolName: {
    allowed: {
      pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/,
      words:
        '1 to 128 letters, digits, underscores, dots, colons and dashes, the first a letter or an underscore',
    },
    ...FUNCTION_DECLARATION,
  },
  argumentName: {
    allowed: {
      pattern: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
      words: '1 to 64 letters, digits and underscores, the first no digit',
    },
    ...FUNCTION_DECLARATION,
  },
};

/** As documented at `FunctionDefinition` in groq-sdk. */
export const GROQ_LIMITS: Limits = {
  toolName: { allowed: SIMPLE_NAME, source: 'https://console.groq.com/docs/api-reference#chat-create' },
};

export const MCP_LIMITS: Limits = {
  toolName: {
    allowed: {
      pattern: /^[A-Za-z0-9._-]{1,128}$/,
      words: '1 to 128 letters, digits, underscores, dots and dashes',
    },
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names',
  },
};
