import type { Message, ToolSpec } from '@toolwright/contract';
import type { AgentSettings } from '../agent/agent-settings.js';
import type { ResumedRun } from '../approval/resume.js';
import { isSystemMessage } from '../memory/trim-history.js';
import { type HandoffTarget, takeOver } from './handoff.js';

/** The agent that has the conversation of a run: at first the one that was asked. */
export class ActiveAgent {
  settings: AgentSettings;
  /** As offered last. */
  tools: readonly ToolSpec[] = [];
  /** The agent that the conversation was handed over to last. */
  #target: HandoffTarget | undefined;
  #next: HandoffTarget | undefined;

  /** @param resumed who had the conversation when the run was paused, and who was chosen to go on */
  constructor(settings: AgentSettings, resumed: Pick<ResumedRun, 'target' | 'next'> | undefined) {
    this.settings = settings;
    if (resumed?.target !== undefined) this.#adopt(resumed.target);
    this.#next = resumed?.next;
  }

  listTools(): readonly ToolSpec[] {
    this.tools = this.settings.tools.listTools();
    return this.tools;
  }

  findTool(name: string): ToolSpec | undefined {
    return this.tools.find((tool) => tool.name === name);
  }

  /** Chooses who goes on after this step. False if one was chosen before. */
  readonly choose = (target: HandoffTarget): boolean => {
    if (this.#next !== undefined) return false;
    this.#next = target;
    return true;
  };

  /** Who was chosen to go on after this step. */
  get next(): string | undefined {
    return this.#next?.settings.name;
  }

  /** Lets the chosen agent go on; undefined if none was chosen. */
  handOver(): { readonly from: string; readonly to: string } | undefined {
    if (this.#next === undefined) return undefined;
    const from = this.settings.name;
    this.#adopt(this.#next);
    return { from, to: this.settings.name };
  }

  /** A conversation under the system prompt of this agent. */
  view(messages: readonly Message[]): readonly Message[] {
    if (this.#target === undefined) return messages;
    const { systemMessage } = this.#target;
    const rest = isSystemMessage(messages[0]) ? messages.slice(1) : messages;
    return systemMessage === undefined ? rest : [systemMessage, ...rest];
  }

  #adopt(target: HandoffTarget): void {
    this.#next = undefined;
    this.settings = takeOver(this.settings, target);
    this.#target = target;
  }
}
