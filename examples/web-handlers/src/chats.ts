import { Agent, type RunStream, type ToolRegistry, ToolwrightError } from 'toolwright';
import type { LLMProvider, Message, PausedRun, UIRequest } from 'toolwright/types';

interface Chat {
  agent: Agent;
  /** The run that waits for decisions. It stays on the server. */
  paused: PausedRun | undefined;
}

/** The conversations of this process. A real program names them by its user and the id, because clients choose the ids. */
export class Chats {
  readonly #chats = new Map<string, Chat>();

  constructor(
    readonly llmClient: LLMProvider,
    readonly toolRegistry: ToolRegistry,
  ) {}

  /** @throws ToolwrightError for decisions about calls that do not wait in this conversation, and for messages that it does not have */
  start(asked: UIRequest): RunStream {
    const chat = this.#open(asked.threadId);
    if (asked.kind === 'approval' && chat.paused === undefined)
      throw refusal('Nothing waits for a decision.');
    if (asked.kind === 'regenerate') chat.agent = this.#createAgent(before(chat.agent.memory, asked.turn));
    const run =
      asked.kind === 'approval'
        ? chat.agent.resumeStream(chat.paused, asked.decisions)
        : chat.agent.runStream(asked.input);
    // A second approval of the same call, e.g. in another tab, finds nothing to resume.
    chat.paused = undefined;
    run.result.then(
      ({ paused }) => {
        // Meanwhile, another tab may have begun a run that waits.
        if (paused !== undefined) chat.paused = paused;
      },
      () => {}, // shown in the stream
    );
    return run;
  }

  #open(threadId: string): Chat {
    const chat = this.#chats.get(threadId) ?? { agent: this.#createAgent([]), paused: undefined };
    this.#chats.set(threadId, chat);
    return chat;
  }

  #createAgent(memory: readonly Message[]): Agent {
    return new Agent({ llmClient: this.llmClient, toolRegistry: this.toolRegistry, memory });
  }
}

/** The messages before a question of the user. */
function before(messages: readonly Message[], turn: number): readonly Message[] {
  const questions = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  // A question without an answer is not remembered, so `turn` may be the number of questions.
  if (turn > questions.length)
    throw refusal('The server does not remember this conversation. Start a new one.');
  return messages.slice(0, questions[turn]);
}

function refusal(message: string): ToolwrightError {
  return new ToolwrightError('INVALID_REQUEST', message, { blame: 'user' });
}
