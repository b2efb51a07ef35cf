import type { GeneratedMessage, ToolUpdate } from '@toolwright/capabilities';
import { isToolwrightError, type Message } from 'toolwright';
import { stagedFingerprint } from '../../git/commit-staged.js';
import { showHidden } from '../../output/check-message.js';
import { composeMessage } from '../../output/compose-message.js';
import { Activity } from '../display/activity.js';
import { printAnswer, printEffort } from '../display/print-answer.js';
import { printable } from '../display/printable.js';
import { openHistory } from '../input/chat-history.js';
import { createLineReader } from '../input/line-reader.js';
import { refuseScripted } from '../refusal.js';
import { reportError } from '../report-error.js';
import type { Assistant } from '../session/assistant.js';
import { runTask } from '../session/run-task.js';
import { type Session, withAssistant } from '../session/session.js';
import { assertUnseen } from './commit-command.js';
import { makeCommit } from './make-commit.js';

const HELP =
  'Ask about the repository. /commit makes the commit of the draft; Ctrl-C stops an answer; /exit or Ctrl-D ends the conversation.';

/**
 * Answers one question, or holds a conversation line by line. The model can change drafts only in a conversation, where the user sees them.
 */
export async function chatCommand(session: Session, question: string): Promise<void> {
  const prompt = question.trim() || 'A conversation.';
  await withAssistant(session, { capability: 'chat', prompt }, async (assistant, { scripted }) => {
    if (question.trim() !== '') await answerOnce(session, assistant, prompt);
    else await new Conversation(session, assistant, scripted).hold();
  });
}

async function answerOnce({ io, options }: Session, assistant: Assistant, prompt: string): Promise<void> {
  const streams = options.json !== true;
  const onText = (text: string) => void io.stdout.write(text);
  const answer = await runTask(
    assistant,
    { capability: 'chat', prompt },
    { io, options, ...(streams && { onText }) },
  );
  if (streams) {
    io.stdout.write('\n');
    printEffort(answer, io);
  } else printAnswer(answer, io, options);
}

class Conversation {
  readonly #session: Session;
  readonly #assistant: Assistant;
  readonly #scripted: boolean;
  #history: readonly Message[] = [];
  #draft: { readonly message: GeneratedMessage; readonly fingerprint: string } | undefined;

  constructor(session: Session, assistant: Assistant, scripted: boolean) {
    this.#scripted = scripted;
    this.#session = session;
    this.#assistant = assistant;
  }

  async hold(): Promise<void> {
    const { io } = this.#session;
    io.stderr.write(`${HELP}\n`);
    const lines = createLineReader(io, await openHistory(io.env));
    try {
      for (;;) {
        const text = await lines.read('> ');
        if (text === undefined || text.trim() === '/exit') break;
        if (text.trim() !== '') await this.#take(text.trim());
      }
    } finally {
      await lines.close();
    }
    io.signal.throwIfAborted();
  }

  /** One turn. Neither an error nor Ctrl-C in it ends the conversation. */
  async #take(text: string): Promise<void> {
    const { io, options } = this.#session;
    try {
      if (text === '/commit') await this.#commit();
      else await io.turn((signal) => this.#ask(text, signal));
    } catch (error) {
      if (io.signal.aborted || !isToolwrightError(error)) throw error;
      if (error.code === 'ABORTED') io.stderr.write('\nStopped. Ask something else, or end with Ctrl-D.\n');
      else reportError(error, io, options.debug === true);
    }
  }

  async #ask(prompt: string, signal: AbortSignal): Promise<void> {
    const { io, options, repository } = this.#session;
    const fingerprint = await stagedFingerprint(repository.git, signal);
    const activity = new Activity(io, options);
    const answer = await runTask(
      this.#assistant,
      { capability: 'chat', prompt },
      {
        io,
        options,
        signal,
        onText: (text) => activity.write(text),
        onEvent: (event) => activity.show(event),
        task: { history: this.#history, onUpdate: (update) => this.#show(update, fingerprint) },
      },
    ).finally(() => activity.stop());
    io.stdout.write('\n');
    this.#history = answer.messages;
  }

  #show({ tool, value }: ToolUpdate, fingerprint: string): void {
    const { stdout } = this.#session.io;
    if (tool === 'updateCommit' && isMessage(value)) {
      this.#draft = { message: value, fingerprint };
      stdout.write(`Draft of the commit:\n${showHidden(composeMessage(value))}\n`);
    } else {
      stdout.write(`${printable(`${tool}: ${JSON.stringify(value, null, 2)}`)}\n`);
    }
  }

  async #commit(): Promise<void> {
    if (this.#draft === undefined) {
      this.#session.io.stderr.write('There is no draft yet: ask for a commit message.\n');
      return;
    }
    refuseScripted(this.#scripted, 'No commit was made');
    const { message, fingerprint } = this.#draft;
    const text = composeMessage(message);
    // The user typed the command and has seen the draft. Hidden characters and claims must still be checked.
    assertUnseen(text, { type: 'GeneratedMessage', recovered: false, truncated: false });
    await makeCommit(this.#session, { text, fingerprint });
    this.#draft = undefined;
  }
}

/** Whether an update is a commit message; the tool's schema has already checked this. */
function isMessage(value: unknown): value is GeneratedMessage {
  if (typeof value !== 'object' || value === null) return false;
  return 'emoji' in value && 'title' in value && 'message' in value;
}
