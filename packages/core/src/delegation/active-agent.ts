import type { Message } from '@toolwright/contract';
import type { AgentSettings } from '../agent/agent-settings.js';
import { isSystemMessage } from '../memory/trim-history.js';
import { type HandoffTarget, takeOver } from './handoff.js';

/** Which agent has the conversation of a run: at first the one that was asked. */
export class ActiveAgent {
  settings: AgentSettings;
  /** The agent that it was handed over to last. */
  handedTo: string | undefined;
  #systemMessage: HandoffTarget['systemMessage'];
  #next: HandoffTarget | undefined;

  constructor(settings: AgentSettings) {
    this.settings = settings;
  }

  /** Chooses who goes on after this step. False where one has been chosen already. */
  choose(target: HandoffTarget): boolean {
    if (this.#next !== undefined) return false;
    this.#next = target;
    return true;
  }

  /** Who was chosen to go on after this step. */
  get next(): string | undefined {
    return this.#next?.settings.name;
  }

  /** Has the chosen agent go on; undefined where none was chosen. */
  handOver(): { readonly from: string; readonly to: string } | undefined {
    if (this.#next === undefined) return undefined;
    const from = this.settings.name;
    this.adopt(this.#next);
    return { from, to: this.settings.name };
  }

  adopt(target: HandoffTarget): void {
    this.#next = undefined;
    this.settings = takeOver(this.settings, target);
    this.handedTo = target.settings.name;
    this.#systemMessage = target.systemMessage;
  }

  /** A conversation under the system prompt of the agent that has it now. */
  view(messages: readonly Message[]): readonly Message[] {
    if (this.handedTo === undefined) return messages;
    const rest = isSystemMessage(messages[0]) ? messages.slice(1) : messages;
    return this.#systemMessage === undefined ? rest : [this.#systemMessage, ...rest];
  }
}
