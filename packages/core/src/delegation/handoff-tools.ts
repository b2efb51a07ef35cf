import {
  type ArgumentsWatch,
  isRecord,
  type Message,
  type ModelCapabilities,
  type ToolCodecs,
  type ToolOutcome,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import type { ToolExecution, ToolSource } from '../calls/tool-source.js';
import { failure } from '../protocols/format-outcome.js';
import type { Handoff } from './handoff.js';
import { ToolState } from './tool-state.js';

/** A tool source with an extra tool for each agent that can take over. Wraps the original source, which other agents may share. */
export class HandoffTools implements ToolSource {
  readonly #source: ToolSource;
  readonly #getHandoffs: () => readonly Handoff[];
  #handoffs: ReadonlyMap<string, Handoff> | undefined;
  #listed: { readonly own: readonly ToolSpec[]; readonly all: readonly ToolSpec[] } | undefined;

  /** @param getHandoffs called when tools are first listed, so that agents can hand over to each other */
  constructor(source: ToolSource, getHandoffs: () => readonly Handoff[]) {
    this.#source = source;
    this.#getHandoffs = getHandoffs;
  }

  listTools(): readonly ToolSpec[] {
    const own = this.#source.listTools();
    if (this.#listed?.own !== own) {
      const handoffs = [...this.#find().values()];
      const twice = handoffs.find(({ toolName }) => own.some(({ name }) => name === toolName));
      if (twice) throw duplicate(twice.toolName);
      this.#listed = { own, all: [...own, ...handoffs.map(toSpec)] };
    }
    return this.#listed.all;
  }

  async execute(name: string, args: unknown, execution: ToolExecution): Promise<ToolOutcome> {
    const handoff = this.#find().get(name);
    if (handoff === undefined || execution.inner !== undefined)
      return this.#source.execute(name, args, execution);
    // Refused like any tool call with invalid arguments; policies have not seen the arguments.
    if (!isRecord(args)) return failure(`Invalid arguments for '${name}': send one JSON object.`);
    const link = ToolState.linkOf(execution.state);
    const { name: agent } = handoff.target.settings;
    if (link === undefined) return failure('There is no run to hand over.');
    if (!link.handOff(handoff.target)) return failure('The conversation is already being handed over.');
    return { result: `The conversation is now with ${agent}.`, error: null };
  }

  offer(messages: readonly Message[], model?: Partial<ModelCapabilities>): readonly ToolSpec[] {
    const all = this.listTools();
    const offered = this.#source.offer?.(messages, model);
    return offered === undefined ? all : [...offered, ...all.filter(isHandoff)];
  }

  listInnerTools(caller?: string): readonly ToolSpec[] {
    return this.#source.listInnerTools?.(caller) ?? [];
  }

  codecsOf(name: string): ToolCodecs | undefined {
    return this.#source.codecsOf?.(name);
  }

  watchArguments(name: string): ArgumentsWatch | undefined {
    return this.#find().has(name) ? undefined : this.#source.watchArguments?.(name);
  }

  #find(): ReadonlyMap<string, Handoff> {
    if (this.#handoffs === undefined) {
      const found = new Map<string, Handoff>();
      for (const handoff of this.#getHandoffs()) {
        if (found.has(handoff.toolName)) throw duplicate(handoff.toolName);
        found.set(handoff.toolName, handoff);
      }
      this.#handoffs = found;
    }
    return this.#handoffs;
  }
}

function toSpec({ toolName, description }: Handoff): ToolSpec {
  const reason = { type: 'string', description: 'Why, in one sentence' } as const;
  return {
    name: toolName,
    description,
    parameters: { type: 'object', properties: { reason }, additionalProperties: false },
    annotations: { readOnly: true, openWorld: false },
    source: HANDOFF,
  };
}

/** Whether a tool hands the conversation over. The library itself writes the results of such tools. */
export function isHandoff({ source }: ToolSpec): boolean {
  return source === HANDOFF;
}

/** The source of all handoffs, recognized by identity. */
const HANDOFF: ToolSpec['source'] = { file: '(run time)', line: 0 };

function duplicate(name: string): ToolwrightError {
  return new ToolwrightError('DUPLICATE_TOOL', `Two tools are named '${name}', one of them a handoff.`, {
    blame: 'developer',
    hint: "Give the handoff a different name: agent.asHandoff({ toolName: '…' }).",
  });
}
