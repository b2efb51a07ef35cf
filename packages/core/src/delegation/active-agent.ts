import {
  type ArgumentsWatch,
  type Message,
  type ToolOutcome,
  type ToolSpec,
  unknownToolMessage,
} from '@toolwright/contract';
import { watchName } from '@toolwright/tools/validation';
import { checkContext, listTools } from '../calls/check-context.js';
import type { ToolExecution } from '../calls/tool-source.js';
import { pickTools, type ToolSubset } from '../calls/tool-subset.js';
import { isSystemMessage } from '../memory/trim-history.js';
import type { AgentSettings } from './agent-settings.js';
import { type HandoffTarget, takeOver } from './handoff.js';

/** Settings of a single run that replace the agent's. */
export interface OnlyThis {
  readonly tools?: ToolSubset | undefined;
  /** Replaces the agent's system message. */
  readonly systemMessage?: HandoffTarget['systemMessage'];
  readonly context?: unknown;
}

/** The agent that was active when a run was paused, and the agent chosen to continue. */
interface Chosen {
  readonly target?: HandoffTarget | undefined;
  readonly next?: HandoffTarget | undefined;
}

/** The agent that currently handles the conversation of a run; initially, the agent that the run was started with. */
export class ActiveAgent {
  settings: AgentSettings;
  /** The tools that were last offered. */
  tools: readonly ToolSpec[] = [];
  /** The target of the last handoff. */
  #target: HandoffTarget | undefined;
  #next: HandoffTarget | undefined;
  readonly #only: OnlyThis;
  /** All tools of the agent when they were last listed. */
  #all: readonly ToolSpec[] = [];
  /** Tools of the agents that were active earlier. */
  formerTools: readonly ToolSpec[] = [];

  constructor(settings: AgentSettings, resumed: Chosen | undefined, only: OnlyThis = {}) {
    this.settings = settings;
    this.#only = only;
    if (resumed?.target !== undefined) this.#adopt(resumed.target);
    this.#next = resumed?.next;
  }

  /** @throws ToolwrightError `MISSING_CONTEXT` if a tool requires a context that the run does not have */
  listTools(): readonly ToolSpec[] {
    const all = listTools(this.settings.tools);
    const { tools: subset, context } = this.#only;
    const before = this.tools;
    if (subset === undefined) this.tools = all;
    // If the list is unchanged, the same array is kept.
    else if (all !== this.#all) this.tools = pickTools(all, subset);
    this.#all = all;
    if (this.tools !== before) checkContext(this.tools, { context });
    return this.tools;
  }

  /** Returns the tools to offer in a conversation: all, unless their source chooses. */
  offerTools(messages: readonly Message[]): readonly ToolSpec[] {
    const all = this.listTools();
    const offered = this.settings.tools.offer?.(messages, this.settings.client.capabilities);
    if (offered === undefined || offered === all) return all;
    const known = new Set(all.map(({ name }) => name));
    return offered.filter(({ name }) => known.has(name));
  }

  /** All tools when they were last listed, including those that the run may not use. */
  get allTools(): readonly ToolSpec[] {
    return this.#all;
  }

  /** The names of the offered tools; undefined if all are offered. */
  get subset(): readonly string[] | undefined {
    return this.#only.tools && this.tools.map(({ name }) => name);
  }

  /** The system prompt of this run, if it replaces the agent's. */
  get systemMessage(): OnlyThis['systemMessage'] {
    return this.#only.systemMessage;
  }

  execute(name: string, args: unknown, execution: ToolExecution): Promise<ToolOutcome> {
    // Not an async function, because that would create extra promises on every call.
    const isOffered = this.#only.tools === undefined || this.findTool(name) !== undefined;
    if (isOffered) return this.settings.tools.execute(name, args, execution);
    return Promise.resolve({ result: null, error: unknownToolMessage(name, this.subset ?? []) });
  }

  /** Starts checking the arguments of a call to an offered tool while the model writes them. */
  watchArguments(name: string): ArgumentsWatch | undefined {
    const isOffered = this.#only.tools === undefined || this.findTool(name) !== undefined;
    if (isOffered) return this.settings.tools.watchArguments?.(name);
    return watchName(unknownToolMessage(name, this.subset ?? []));
  }

  /** Returns the tools that a tool calls, as far as the run may use them. */
  listInnerTools(caller: string): readonly ToolSpec[] {
    const inner = this.settings.tools.listInnerTools?.(caller) ?? [];
    const { tools: subset } = this.#only;
    if (subset === undefined) return inner;
    return [
      ...inner.filter(({ internal }) => internal),
      ...pickTools(
        inner.filter(({ internal }) => !internal),
        subset,
      ),
    ];
  }

  /** Finds a tool that the model or another tool can call. */
  findAnyTool(name: string): ToolSpec | undefined {
    return this.findTool(name) ?? this.settings.tools.listInnerTools?.().find((tool) => tool.name === name);
  }

  findTool(name: string): ToolSpec | undefined {
    return this.tools.find((tool) => tool.name === name);
  }

  /** Chooses the agent that continues after this step. Returns false if an agent was already chosen. */
  readonly choose = (target: HandoffTarget): boolean => {
    if (this.#next !== undefined) return false;
    this.#next = target;
    return true;
  };

  /** The name of the agent chosen to continue after this step. */
  get next(): string | undefined {
    return this.#next?.settings.name;
  }

  handOver(): { readonly from: string; readonly to: string } {
    const from = this.settings.name;
    if (this.#next !== undefined) this.#adopt(this.#next);
    return { from, to: this.settings.name };
  }

  /** Returns a conversation with the system prompt of the active agent. */
  view(messages: readonly Message[]): readonly Message[] {
    if (this.#target === undefined && this.#only.systemMessage === undefined) return messages;
    const { systemMessage } = this.#target ?? this.#only;
    const rest = isSystemMessage(messages[0]) ? messages.slice(1) : messages;
    return systemMessage === undefined ? rest : [systemMessage, ...rest];
  }

  #adopt(target: HandoffTarget): void {
    this.#next = undefined;
    this.formerTools = [...new Set([...this.formerTools, ...this.#all])];
    this.settings = takeOver(this.settings, target);
    this.#target = target;
  }
}
