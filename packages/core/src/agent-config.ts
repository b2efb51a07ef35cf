import type { LLMProvider, Logger } from '@toolwright/contract';
import { createConsoleLogger } from '@toolwright/logger';
import { invalidConfig } from './invalid-config.js';
import type { Memory } from './memory.js';
import { type ProtocolName, resolveProtocol } from './protocols/resolve-protocol.js';
import type { ToolCallProtocol } from './protocols/tool-call-protocol.js';
import { mergeRequestOptions, type RequestOptions } from './run-options.js';
import type { PromptSource } from './system-prompt.js';
import { NO_TOOLS, type ToolSource } from './tool-source.js';

/** What to do when the model still asks for tools at the last iteration. */
export type OnLimit = 'stop' | 'force-answer' | 'throw';

/** How an agent is built. Only the model is required; request options set here hold for every run. */
export interface AgentConfig extends RequestOptions {
  readonly llmClient: LLMProvider;
  /** Identifies the agent in logs and to other agents. Default: `agent`. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly toolRegistry?: ToolSource | undefined;
  readonly promptRegistry?: PromptSource | undefined;
  /** A text that is used as it is; excludes `systemPromptName`. */
  readonly systemPrompt?: string | undefined;
  /** A prompt of the registry. Default: `assistant`, if there is one. */
  readonly systemPromptName?: string | undefined;
  readonly systemPromptVars?: Readonly<Record<string, unknown>> | undefined;
  /** A conversation to go on with. A `Memory` is used itself, and belongs to this agent from now on; a list is copied. */
  readonly memory?: Memory | Memory['messages'] | undefined;
  /** How many messages the history keeps; excludes a `Memory`, which has its own limit. Default: 100. */
  readonly maxHistory?: number | undefined;
  /** How many times a run asks the model. Default: 10. */
  readonly maxIterations?: number | undefined;
  /** Default: `stop`. With `force-answer` the model is asked once more, and may call no tools. */
  readonly onLimit?: OnLimit | undefined;
  /** Whether a run that fails or is aborted resolves to a result that says so, or throws. Default: `return`. */
  readonly onFailure?: 'return' | 'throw' | undefined;
  /** How many tool calls of one reply run at once. Default: 8. */
  readonly toolConcurrency?: number | undefined;
  /** For tools that have no limit of their own, in milliseconds. Default: 60,000. */
  readonly toolTimeoutMs?: number | undefined;
  /** How the model is offered tools. Default: `native`, or `xml` where its capabilities say that it has no tools. */
  readonly protocol?: ProtocolName | ToolCallProtocol | undefined;
  /** Writes what happens to the console. Default: false. */
  readonly enableLogging?: boolean | undefined;
  /** Gets all events; takes the place of the console. */
  readonly logger?: Logger | undefined;
  readonly runtime?: Partial<AgentRuntime> | undefined;
}

/** What an agent takes from its surroundings; tests pass their own. */
export interface AgentRuntime {
  /** Milliseconds since 1970, on a clock that never goes back. */
  readonly now: () => number;
  /** Unique ids, at most 36 characters. */
  readonly newId: () => string;
}

/** A configuration with all defaults filled in. */
export interface AgentSettings extends AgentRuntime {
  readonly client: LLMProvider;
  readonly name: string;
  readonly description: string;
  readonly tools: ToolSource;
  readonly protocol: ToolCallProtocol;
  readonly maxIterations: number;
  readonly onLimit: OnLimit;
  readonly onFailure: 'return' | 'throw';
  readonly toolConcurrency: number;
  readonly toolTimeoutMs: number;
  readonly logger: Logger | undefined;
  readonly request: RequestOptions;
}

const DEFAULTS = {
  name: 'agent',
  maxIterations: 10,
  onLimit: 'stop',
  onFailure: 'return',
  toolConcurrency: 8,
  toolTimeoutMs: 60_000,
  tools: NO_TOOLS,
  now: () => performance.timeOrigin + performance.now(),
  newId: () => crypto.randomUUID(),
} as const;

/** Fills in the defaults. @throws ToolwrightError `INVALID_CONFIG` */
export function readConfig(config: AgentConfig): AgentSettings {
  checkConfig(config);
  return {
    client: config.llmClient,
    name: config.name ?? DEFAULTS.name,
    description: config.description ?? '',
    tools: config.toolRegistry ?? DEFAULTS.tools,
    protocol: resolveProtocol(config.protocol, config.llmClient),
    maxIterations: config.maxIterations ?? DEFAULTS.maxIterations,
    onLimit: config.onLimit ?? DEFAULTS.onLimit,
    onFailure: config.onFailure ?? DEFAULTS.onFailure,
    toolConcurrency: config.toolConcurrency ?? DEFAULTS.toolConcurrency,
    toolTimeoutMs: config.toolTimeoutMs ?? DEFAULTS.toolTimeoutMs,
    logger: config.logger ?? (config.enableLogging ? createConsoleLogger() : undefined),
    request: mergeRequestOptions(config),
    now: config.runtime?.now ?? DEFAULTS.now,
    newId: config.runtime?.newId ?? DEFAULTS.newId,
  };
}

function checkConfig(config: AgentConfig): void {
  if (typeof config?.llmClient?.generate !== 'function') {
    throw invalidConfig(
      "'llmClient' is missing.",
      "Pass createClient({ provider, model }) or an object with 'generate'.",
    );
  }
  checkMethod(config.toolRegistry, 'toolRegistry', 'execute');
  checkMethod(config.promptRegistry, 'promptRegistry', 'render');
  checkMethod(config.logger, 'logger', 'log');
  checkCount(config.maxIterations, 'maxIterations');
  checkCount(config.toolConcurrency, 'toolConcurrency');
  if (config.toolTimeoutMs !== undefined && !(config.toolTimeoutMs > 0)) {
    throw invalidConfig(
      `'toolTimeoutMs' is ${config.toolTimeoutMs}.`,
      'Give milliseconds above 0, or Infinity.',
    );
  }
  checkChoice(config.onLimit, 'onLimit', ['stop', 'force-answer', 'throw']);
  checkChoice(config.onFailure, 'onFailure', ['return', 'throw']);
}

function checkMethod(value: object | undefined, name: string, method: string): void {
  if (value === undefined || (method in value && typeof Reflect.get(value, method) === 'function')) return;
  throw invalidConfig(`'${name}' has no method '${method}'.`, `Pass one that has, or leave '${name}' out.`);
}

function checkCount(value: number | undefined, name: string): void {
  if (value === undefined || value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value >= 1))
    return;
  throw invalidConfig(`'${name}' is ${value}.`, 'Give a whole number, at least 1, or Infinity.');
}

function checkChoice(value: string | undefined, name: string, choices: readonly string[]): void {
  if (value === undefined || choices.includes(value)) return;
  throw invalidConfig(`'${name}' is '${value}'.`, `Choose one of: ${choices.join(', ')}.`);
}
