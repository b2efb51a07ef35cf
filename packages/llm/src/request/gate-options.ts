import type { GenerateOptions, ReasoningEffort, RemoteMcpServer } from '@toolwright/contract';
import type { ModelFacts } from '../models/model-facts.js';

/** The parts of a request other than its options. */
export interface Cargo {
  readonly tools: boolean;
}

export interface Gated {
  /** The options to send. Unsupported options are undefined. */
  readonly options: GenerateOptions;
  readonly send: Cargo;
  /** Describes each option that was omitted. */
  readonly dropped: readonly string[];
}

/** Omits options that the model does not support, because the provider would refuse them. */
export function gateOptions(options: GenerateOptions, cargo: Cargo, facts: ModelFacts): Gated {
  const dropped: string[] = [];
  const keep = (wanted: boolean, supported: boolean, name: string): boolean => {
    if (wanted && !supported) dropped.push(name);
    return wanted && supported;
  };
  const { temperature, seed, webSearchOptions } = options;
  const mcpServers = usefulServers(options.mcpServers);
  const tools = keep(cargo.tools, facts.tools, 'tools');
  const reasoningEffort = gateEffort(options.reasoningEffort, tools, facts, dropped);
  const warm = acceptsTemperature(facts, reasoningEffort);
  const search = keep(webSearchOptions !== undefined, facts.webSearch, 'webSearchOptions');
  const servers = keep(mcpServers.length > 0, facts.mcpServers !== 'none', 'mcpServers');
  const gated: GenerateOptions = {
    temperature: keep(temperature !== undefined, warm, 'temperature') ? temperature : undefined,
    seed: keep(seed !== undefined, facts.seed !== false, 'seed') ? seed : undefined,
    reasoningEffort,
    webSearchOptions: search ? webSearchOptions : undefined,
    mcpServers: servers ? mcpServers : undefined,
    jsonResponse: gateJson(options.jsonResponse, tools, facts, dropped),
  };
  return { options: join(options, gated), send: { tools }, dropped };
}

/** Removes servers with an empty list of allowed tools, because a provider may treat an empty list as absent and allow all tools. */
function usefulServers(servers: readonly RemoteMcpServer[] = []): readonly RemoteMcpServer[] {
  const useful = servers.filter(({ allow }) => allow === undefined || allow.length > 0);
  return useful.length === servers.length ? servers : useful;
}

/** Merges the options. Returns the same object if nothing was omitted, which is the case for most requests. */
function join(options: GenerateOptions, gated: GenerateOptions): GenerateOptions {
  const isSame =
    gated.temperature === options.temperature &&
    gated.seed === options.seed &&
    gated.reasoningEffort === options.reasoningEffort &&
    gated.webSearchOptions === options.webSearchOptions &&
    gated.mcpServers === options.mcpServers &&
    gated.jsonResponse === options.jsonResponse;
  return isSame ? options : { ...options, ...gated };
}

const EFFORTS: readonly ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

function gateEffort(
  asked: ReasoningEffort | undefined,
  tools: boolean,
  facts: ModelFacts,
  dropped: string[],
): ReasoningEffort | undefined {
  if (!facts.reasoning) {
    // The effort `none` requires no parameter for a model without reasoning.
    if (asked !== undefined && asked !== 'none') dropped.push('reasoningEffort');
    return undefined;
  }
  if (tools && facts.reasoningWithTools === false) {
    if ((asked ?? facts.defaultEffort) !== 'none')
      dropped.push("reasoning combined with tools ('none' is sent instead)");
    return 'none';
  }
  if (asked === undefined || facts.efforts === undefined || facts.efforts.includes(asked)) return asked;
  const nearest = findNearest(asked, facts.efforts);
  dropped.push(`the reasoningEffort '${asked}' ('${nearest}' is sent instead)`);
  return nearest;
}

/** Returns the nearest supported effort. Of two equally near efforts, returns the lower one. */
function findNearest(asked: ReasoningEffort, known: readonly ReasoningEffort[]): ReasoningEffort | undefined {
  const distance = (effort: ReasoningEffort) => Math.abs(EFFORTS.indexOf(effort) - EFFORTS.indexOf(asked));
  return [...known].sort((a, b) => distance(a) - distance(b))[0];
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
    dropped.push('jsonResponse combined with tools');
    return undefined;
  }
  if (asked === true || schema) return asked;
  dropped.push('the schema of jsonResponse (any JSON object is requested instead)');
  return true;
}

function acceptsTemperature(facts: ModelFacts, effort: ReasoningEffort | undefined): boolean {
  if (facts.temperature !== 'without-reasoning') return facts.temperature === 'always';
  return (effort ?? facts.defaultEffort) === 'none';
}
