import { Agent, type RunStream, ToolRegistry } from 'toolwright';
import type { LLMProvider, PausedRun, UIRequest } from 'toolwright/types';
import { Orders } from './orders.js';
import type { Reply } from './reply.js';
import { manifest, ReplySchema } from './toolwright.gen.js';

/** One conversation: an agent with its memory, and the run that waits for the person. */
interface Chat {
  readonly agent: Agent;
  paused?: PausedRun | undefined;
}

/** The conversations of this process, by thread. Paused runs stay on the server. */
export class Chats {
  readonly #chats = new Map<string, Chat>();
  readonly #llmClient: LLMProvider;

  constructor(llmClient: LLMProvider) {
    this.#llmClient = llmClient;
  }

  /** @throws ToolwrightError for decisions about calls that do not wait, and for missing decisions */
  start(asked: UIRequest, signal?: AbortSignal): RunStream<Reply> {
    const chat = this.#open(asked.threadId);
    const options = { signal, output: ReplySchema };
    const run =
      asked.kind === 'approval'
        ? chat.agent.resumeStream(chat.paused, asked.decisions, options)
        : chat.agent.runStream(asked.input, options);
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
