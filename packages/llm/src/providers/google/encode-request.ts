import type {
  Content,
  FunctionCallingConfigMode,
  GenerateContentConfig,
  GenerateContentParameters,
  ThinkingConfig,
  ThinkingLevel,
  Tool,
} from '@google/genai';
import type { GenerateOptions, ReasoningEffort } from '@toolwright/contract';
import type { BodyParts } from '../../request/model-request.js';
import { lowerAnswer } from './lower-answer.js';
import type { GeminiFacts } from './models.js';

export interface RequestParts extends Omit<BodyParts<object>, 'stream'> {
  readonly system: readonly string[];
  readonly contents: Content[];
  readonly facts: GeminiFacts;
}

export interface EncodedRequest {
  readonly parameters: GenerateContentParameters & { readonly config: GenerateContentConfig };
  /** Describes each option that is sent differently or not at all. */
  readonly warnings: readonly string[];
}

/** Returns the parameters of `generateContent` without unset fields. The SDK deep-merges `extraBody` last. */
export function encodeRequest({
  model,
  system,
  contents,
  tools,
  options,
  facts,
}: RequestParts): EncodedRequest {
  const warnings: string[] = [];
  const { temperature, seed, extraBody } = options;
  const maxOutputTokens = options.maxCompletionTokens ?? options.maxTokens;
  const config: GenerateContentConfig = {
    ...(system.length > 0 && { systemInstruction: { parts: system.map((text) => ({ text })) } }),
    ...(temperature !== undefined && { temperature }),
    ...(seed !== undefined && { seed }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...jsonOutput(options.jsonResponse),
    ...encodeTools(tools, options, warnings),
    ...thinkingOf(options.reasoningEffort, facts),
    ...(extraBody !== undefined && { httpOptions: { extraBody } }),
    // The agent itself executes calls and repeats requests.
    automaticFunctionCalling: { disable: true },
    automaticContinuation: false,
  };
  return { parameters: { model, contents, config }, warnings };
}

/** @see https://ai.google.dev/gemini-api/docs/structured-output */
function jsonOutput(asked: GenerateOptions['jsonResponse']): GenerateContentConfig {
  if (asked === undefined || asked === false) return {};
  const schema = asked === true ? {} : { responseJsonSchema: lowerAnswer(asked.schema) };
  return { responseMimeType: 'application/json', ...schema };
}

function encodeTools(
  declarations: readonly object[],
  options: GenerateOptions,
  warnings: string[],
): GenerateContentConfig {
  const searches = options.webSearchOptions !== undefined;
  if (declarations.length === 0) return searches ? { tools: [{ googleSearch: {} }] } : {};
  if (searches)
    warnings.push('webSearchOptions are omitted, because web search cannot be combined with tools');
  const mode = MODES[options.toolChoice ?? 'auto'];
  // The dialect creates tools of the SDK's type, but this code only sees a list of objects.
  const functions: Tool = { functionDeclarations: [...declarations] };
  return {
    tools: [functions],
    // The values of the SDK's enum are these strings. Importing the enum would load the SDK.
    ...(mode !== undefined && {
      toolConfig: { functionCallingConfig: { mode: mode as FunctionCallingConfigMode } },
    }),
  };
}

/** @see https://ai.google.dev/gemini-api/docs/function-calling#function_calling_modes */
const MODES = { auto: undefined, none: 'NONE', required: 'ANY' } as const;

function thinkingOf(effort: ReasoningEffort | undefined, { thinking }: GeminiFacts): GenerateContentConfig {
  if (effort === undefined || thinking === 'none') return {};
  // The values of the SDK's enum are these strings. Importing the enum would load the SDK.
  const level = effort.toUpperCase() as ThinkingLevel;
  const how: ThinkingConfig =
    thinking === 'level' ? { thinkingLevel: level } : { thinkingBudget: BUDGETS[effort] ?? 0 };
  return { thinkingConfig: effort === 'none' ? how : { ...how, includeThoughts: true } };
}

/**
 * The token budgets that Google itself uses for efforts.
 * @see https://ai.google.dev/gemini-api/docs/openai#thinking
 */
const BUDGETS: Readonly<Partial<Record<ReasoningEffort, number>>> = {
  none: 0,
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24_576,
};
