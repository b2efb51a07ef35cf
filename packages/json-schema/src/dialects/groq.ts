import type { ObjectSchema } from '@toolwright/contract';
import { planAbsence } from '../absence/absence-plan.js';
import { compileAbsence } from '../absence/compile-absence.js';
import { type DialectDefinition, type LoweredParts, unchanged } from '../dialect.js';
import { SIMPLE_NAME } from '../limits/limits.js';
import { lowerSchema } from '../lower/lower-schema.js';
import type { Profile } from '../lower/profile.js';
import { functionTool, type OpenAITool } from './openai.js';

/**
 * Groq validates the arguments itself and fails the whole request (`tool_use_failed`) if a model writes null instead of omitting a
 * property, as its models often do. Every optional property therefore allows null.
 * @see https://console.groq.com/docs/tool-use/local-tool-calling
 * @see https://github.com/vierisid/jarvis/pull/199
 */
const GROQ: Profile = {
  keywords: 'all',
  optional: 'nullable',
  open: 'stays',
  references: 'any',
  cycles: 'any',
};

/** Groq's chat completions: every keyword is kept. */
export const groqDialect: DialectDefinition<OpenAITool> = {
  // As documented at `FunctionDefinition` in groq-sdk.
  limits: {
    toolName: { allowed: SIMPLE_NAME, source: 'https://console.groq.com/docs/api-reference#chat-create' },
  },
  lower,
  wireTool: functionTool,
};

/** Lowers a schema. If null would be ambiguous, the schema stays unchanged. */
function lower(canonical: ObjectSchema): LoweredParts {
  const plans = planAbsence(canonical, 'nullable');
  if (plans.ambiguous.length > 0) return unchanged(canonical);
  return { ...lowerSchema(canonical, GROQ), decode: compileAbsence(plans) };
}
