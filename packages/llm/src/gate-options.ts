import type { GenerateOptions } from '@toolwright/contract';
import type { ModelFacts } from './capabilities.js';

/** What a request would carry besides its options. */
export interface Cargo {
  readonly tools: boolean;
  readonly images: boolean;
}

export interface Gated {
  /** The options that may be sent; the others are undefined. */
  readonly options: GenerateOptions;
  readonly send: Cargo;
  /** What was left out, in words; empty where nothing was. */
  readonly dropped: readonly string[];
}

/** Leaves out what the model does not support, so that it is not sent to fail. */
export function gateOptions(options: GenerateOptions, cargo: Cargo, facts: ModelFacts): Gated {
  const dropped: string[] = [];
  const keep = (wanted: boolean, supported: boolean, name: string): boolean => {
    if (wanted && !supported) dropped.push(name);
    return wanted && supported;
  };
  const { temperature, reasoningEffort, webSearchOptions } = options;
  const tools = keep(cargo.tools, facts.tools, 'tools');
  const images = keep(cargo.images, facts.images, 'images');
  const warm = keep(temperature !== undefined, acceptsTemperature(facts, reasoningEffort), 'temperature');
  // A model that does not reason needs no telling not to.
  const thinks = reasoningEffort !== undefined && (facts.reasoning || reasoningEffort !== 'none');
  const effort = keep(thinks, facts.reasoning, 'reasoningEffort');
  const search = keep(webSearchOptions !== undefined, facts.webSearch, 'webSearchOptions');
  return {
    options: {
      ...options,
      temperature: warm ? temperature : undefined,
      reasoningEffort: effort ? reasoningEffort : undefined,
      webSearchOptions: search ? webSearchOptions : undefined,
      jsonResponse: gateJson(options.jsonResponse, tools, facts, dropped),
    },
    send: { tools, images },
    dropped,
  };
}

type JsonResponse = GenerateOptions['jsonResponse'];

function gateJson(asked: JsonResponse, tools: boolean, facts: ModelFacts, dropped: string[]): JsonResponse {
  if (asked === undefined || asked === false) return undefined;
  const schema = asked !== true && facts.strictSchemas;
  if (!schema && !facts.jsonMode) {
    dropped.push('jsonResponse');
    return undefined;
  }
  if (tools && !facts.jsonModeWithTools) {
    dropped.push('jsonResponse together with tools');
    return undefined;
  }
  if (asked === true || schema) return asked;
  dropped.push('the schema of jsonResponse (any JSON object is asked for instead)');
  return true;
}

function acceptsTemperature(facts: ModelFacts, effort: GenerateOptions['reasoningEffort']): boolean {
  if (facts.temperature === 'without-reasoning') return effort === undefined || effort === 'none';
  return facts.temperature === 'always';
}
