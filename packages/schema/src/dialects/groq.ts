import type { ObjectSchema } from '@toolwright/contract';
import { planAbsence } from '../absence/absence-plan.js';
import { compileAbsence } from '../absence/compile-absence.js';
import { type Dialect, type LoweredSchema, unchanged } from '../dialect.js';
import { GROQ_LIMITS } from '../limits/provider-limits.js';
import { lowerSchema } from '../lower/lower-schema.js';
import type { Profile } from '../lower/profile.js';
import type { OpenAITool } from './openai.js';

/**
 * Groq validates the arguments itself and fails the whole request (`tool_use_failed`) where a model writes null for what it leaves
 * out, as the models there do. So null is allowed for every property that may be absent.
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

/** Chat completions of Groq: every keyword stays. */
export const groqDialect: Dialect<OpenAITool> = {
  name: 'groq',
  limits: GROQ_LIMITS,
  lower,
  decode: (value, schema) => lower(schema).decode(value),
  wireTool: ({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...lower(parameters).schema } },
  }),
};

/** Where it could not be told what null means, it is allowed nowhere but where the type has it. */
function lower(canonical: ObjectSchema): LoweredSchema {
  const plans = planAbsence(canonical, 'nullable');
  if (plans.ambiguous.length > 0) return unchanged(canonical);
  return { ...lowerSchema(canonical, GROQ), decode: compileAbsence(plans) };
}
