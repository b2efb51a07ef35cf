import { Agent, type RunStream, ToolRegistry } from 'toolwright';
import type { ApprovalDecision, LLMProvider, PausedRun } from 'toolwright/types';
import { Orders } from './orders.js';
import { manifest } from './toolwright.gen.js';

/** One conversation: an agent with its memory, and the run that waits for the person. */
interface Chat {
  readonly agent: Agent;
  paused?: PausedRun | undefined;
}

/** The person's next message, or the answers to what the last run asked. */
export interface ChatInput {
  readonly threadId: string;
  readonly question?: string | undefined;
  readonly decisions?: Readonly<Record<string, ApprovalDecision>> | undefined;
}

/** The conversations of this process, by thread. Paused runs stay on the server. */
export class Chats {
  readonly #chats = new Map<string, Chat>();
  readonly #llmClient: LLMProvider;

  constructor(llmClient: LLMProvider) {
    this.#llmClient = llmClient;
  }

  /** Undefined if there is nothing to do. */
  start({ threadId, question, decisions }: ChatInput, signal?: AbortSignal): RunStream | undefined {
    const chat = this.#open(threadId);
    const { agent, paused } = chat;
    const run =
      paused !== undefined && decisions !== undefined
        ? agent.resumeStream(paused, decisions, { signal })
        : question && agent.runStream(question, { signal });
    if (!run) return undefined;
    chat.paused = undefined;
    run.result.then(
      (result) => {
        chat.paused = result.paused;
      },
      () => {}, // shown in the stream
    );
    return run;
  }

  #open(threadId: string): Chat {
    const known = this.#chats.get(threadId);
    if (known !== undefined) return known;
    // The oldest conversations are forgotten.
    for (const id of this.#chats.keys()) if (this.#chats.size >= MAX_CHATS) this.#chats.delete(id);
    const toolRegistry = new ToolRegistry(manifest).registerFrom(new Orders());
    const chat = { agent: new Agent({ llmClient: this.#llmClient, toolRegistry }) };
    this.#chats.set(threadId, chat);
    return chat;
  }
}

const MAX_CHATS = 1_000;
