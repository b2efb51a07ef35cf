import {
  checkOptions,
  formatCount,
  type GenerateOptions,
  type LLMDelta,
  type LLMProvider,
  type LLMResponse,
  type Message,
  type ModelCapabilities,
  optionsOf,
  shortenText,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import { sleep } from '../client/sleep.js';
import { StreamAssembler } from '../reply/stream-assembler.js';
import {
  accepts,
  type ScriptReply,
  type ScriptRequest,
  type ScriptStep,
  toDeltas,
  toReply,
} from './script-step.js';

/** Options of `scriptedModel`. */
export interface ScriptedModelOptions {
  readonly provider?: string;
  readonly model?: string;
  /** Default: all capabilities. */
  readonly capabilities?: Partial<ModelCapabilities>;
}

/** A model with scripted replies, for tests. */
export interface ScriptedModel extends LLMProvider {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: Partial<ModelCapabilities>;
  /** All requests, in order. */
  readonly requests: readonly ScriptRequest[];
  stream(
    messages: readonly Message[],
    tools?: readonly ToolSpec[],
    options?: GenerateOptions,
  ): AsyncIterableIterator<LLMDelta, void>;
  generate(
    messages: readonly Message[],
    tools?: readonly ToolSpec[],
    options?: GenerateOptions,
  ): Promise<LLMResponse>;
  /** @throws ToolwrightError `SCRIPT_MISMATCH` if a step is unused, or if a request had no matching step */
  assertDone(): void;
}

/** Chooses the step for a request; undefined if no step matches. */
interface Script {
  take(request: ScriptRequest): ScriptStep | undefined;
  describeRest(): readonly string[];
}

const SCRIPTED = optionsOf<ScriptedModelOptions>()({
  'a string': 'provider model',
  'an object': 'capabilities',
});

/**
 * Creates a model for tests. Each request consumes the first step that matches it. A request without a matching step rejects with
 * `SCRIPT_MISMATCH`.
 */
export function scriptedModel(
  steps: readonly ScriptStep[],
  options: ScriptedModelOptions = {},
): ScriptedModel {
  checkOptions(options, SCRIPTED, 'scriptedModel');
  return new Scripted(stepList(steps), options);
}

/**
 * Creates a model for concurrent runs. `conversation` returns the steps for a user message. The number of assistant messages after
 * that message selects the step, so that runs cannot consume each other's steps.
 */
scriptedModel.byInput = (
  conversation: (input: string) => readonly ScriptStep[],
  options: ScriptedModelOptions = {},
): ScriptedModel => new Scripted(conversations(conversation), options);

function stepList(steps: readonly ScriptStep[]): Script {
  const rest = [...steps];
  return {
    take(request) {
      const position = rest.findIndex((step) => accepts(step, request));
      return position < 0 ? undefined : rest.splice(position, 1)[0];
    },
    describeRest: () => rest.map((step) => (typeof step === 'function' ? 'a function' : show(step))),
  };
}

function conversations(conversation: (input: string) => readonly ScriptStep[]): Script {
  return {
    take({ messages, input }) {
      const start = messages.findLastIndex(({ role }) => role === 'user');
      const turns = messages.slice(start + 1).filter(({ role }) => role === 'assistant').length;
      return conversation(input)[turns];
    },
    describeRest: () => [],
  };
}

class Scripted implements ScriptedModel {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: Partial<ModelCapabilities>;
  readonly requests: ScriptRequest[] = [];
  readonly #script: Script;
  readonly #unexpected: string[] = [];
  #calls = 0;

  constructor(script: Script, { provider, model, capabilities }: ScriptedModelOptions) {
    this.#script = script;
    this.provider = provider ?? 'scripted';
    this.model = model ?? 'scripted';
    this.capabilities = capabilities ?? ALL;
  }

  async generate(
    messages: readonly Message[],
    tools: readonly ToolSpec[] = [],
    options: GenerateOptions = {},
  ): Promise<LLMResponse> {
    const assembler = new StreamAssembler({ idSeed: String(this.requests.length) });
    for await (const delta of this.stream(messages, tools, options)) assembler.add(delta);
    return assembler.finish();
  }

  async *stream(
    messages: readonly Message[],
    tools: readonly ToolSpec[] = [],
    options: GenerateOptions = {},
  ): AsyncGenerator<LLMDelta, void> {
    const { signal } = options;
    throwIfAborted(signal);
    const reply = await this.#reply({
      messages: [...messages],
      tools,
      options,
      input: lastInput(messages),
      index: this.requests.length,
    });
    if (reply.delayMs !== undefined) await sleep(reply.delayMs, signal);
    for (const delta of toDeltas(reply, () => `call_${++this.#calls}`)) {
      throwIfAborted(signal);
      yield delta;
    }
    throwIfAborted(signal);
    if (reply.error) throw reply.error;
  }

  assertDone(): void {
    const rest = this.#script.describeRest();
    const problems = [
      ...this.#unexpected.map((request) => `No step for: ${request}`),
      ...rest.map((step) => `Never used: ${step}`),
    ];
    if (problems.length > 0) throw mismatch(problems.join('\n'));
  }

  #reply(request: ScriptRequest): Promise<ScriptReply> {
    this.requests.push(request);
    const step = this.#script.take(request);
    if (step !== undefined) return toReply(step, request);
    const asked = describeRequest(request);
    this.#unexpected.push(asked);
    const rest = this.#script.describeRest();
    const left = rest.length === 0 ? 'No steps are left.' : `Steps left: ${rest.join('; ')}.`;
    return Promise.reject(
      mismatch(`The script has no step for request ${request.index + 1}: ${asked} ${left}`),
    );
  }
}

const ALL: ModelCapabilities = {
  tools: true,
  jsonMode: true,
  jsonModeWithTools: true,
  strictSchemas: true,
  images: true,
  files: true,
  audio: true,
  reasoning: true,
  webSearch: true,
  promptCaching: true,
  logprobs: true,
  // A scripted model cannot call MCP servers.
  mcpServers: 'none',
};

function describeRequest({ messages, tools }: ScriptRequest): string {
  const last = messages.at(-1);
  const content = last === undefined ? '(no messages)' : `${last.role}: ${show(last.content)}`;
  const names = tools.map(({ name }) => name).join(', ');
  return `${formatCount(messages.length, 'message')}, the last ${content}; tools: ${names || 'none'}.`;
}

function lastInput(messages: readonly Message[]): string {
  const message = messages.findLast(({ role }) => role === 'user');
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, withCode) ?? String(value));
  return shortenText(text, 200);
}

/** A replacer for `JSON.stringify` that shows patterns and functions in `when`. */
function withCode(_key: string, value: unknown): unknown {
  if (value instanceof RegExp) return String(value);
  return typeof value === 'function' ? 'a function' : value;
}

function mismatch(message: string): ToolwrightError {
  return new ToolwrightError('SCRIPT_MISMATCH', message, {
    blame: 'developer',
    hint: 'Add the missing step, or remove the unused one.',
  });
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new ToolwrightError('ABORTED', 'The request was aborted.', { blame: 'user', cause: signal.reason });
}
