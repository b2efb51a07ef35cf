import { type LLMResponse, sealMessage, type ToolOutcome } from '@toolwright/contract';
import type { ModelRequest } from '../protocols/tool-call-protocol.js';
import { frozenCopy } from './frozen-copy.js';
import { frozenTools, originalTools } from './frozen-tool.js';

/** Copies values for policies, so that only a verdict can change a run. Consecutive policies receive the same copy. */
export class Shown<Value extends object> {
  readonly #copy: (value: Value) => Value;
  #original: Value | undefined;
  #shown: Value | undefined;

  constructor(copy: (value: Value) => Value) {
    this.#copy = copy;
  }

  of(value: Value): Value {
    if (this.#original === value && this.#shown !== undefined) return this.#shown;
    this.#original = value;
    this.#shown = this.#copy(value);
    return this.#shown;
  }
}

export const shownRequests = (): Shown<ModelRequest> => new Shown(frozenRequest);

export const shownResponses = (): Shown<LLMResponse> => new Shown(frozenCopy);

export const shownOutcomes = (): Shown<ToolOutcome> => new Shown(frozenCopy);

function frozenRequest(request: ModelRequest): ModelRequest {
  const { messages, tools, options } = request;
  return Object.freeze({
    ...request,
    messages: Object.freeze(messages.map(sealMessage)),
    tools: frozenTools(tools),
    options: frozenCopy(options),
  });
}

/** Returns a request that a policy changed, with the registry's original tools. */
export function ownRequest(request: ModelRequest): ModelRequest {
  const tools = originalTools(request.tools);
  return tools === request.tools ? request : { ...request, tools };
}
