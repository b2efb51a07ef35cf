import {
  checkOptions,
  type DeveloperMessage,
  type Message,
  optionsOf,
  type SystemMessage,
  ToolwrightError,
} from '@toolwright/contract';
import type { ImageSource } from '@toolwright/llm';
import type { Prompt, PromptRegistry, PromptVars } from '@toolwright/prompts';
import { type RunInput, toInputMessage } from '../agent/input-message.js';
import { maskInput } from '../run/mask-values.js';
import {
  checkConversation,
  type DialogState,
  findPrompt,
  readDialogState,
  STATE_VERSION,
} from './dialog-state.js';
import { type OverviewOptions, overview } from './overview.js';

/** Options of `dialog.sendMessage`. */
export interface SendOptions {
  /** Shown with the text; addresses, data URLs or bytes. */
  readonly images?: readonly ImageSource[] | undefined;
}

const SEND = optionsOf<SendOptions>()({ 'a list': 'images' });

/**
 * A conversation of prompts and answers. `Output` is the type of its answers: the top prompt, which was sent last, decides it; without one,
 * answers are texts.
 */
export class Dialog<Output = string, Vars extends object = PromptVars> {
  #messages: Message[] = [];
  #topPrompt: Prompt<PromptVars, Output> | undefined;
  /** Of a fork: its origin, and how many messages that had. */
  #origin: { readonly dialog: Dialog<unknown>; readonly messages: number } | undefined;

  /**
   * @param seed the system prompt: a text, or a prompt, which is then the top one. Default: none
   * @throws ToolwrightError `MISSING_VARIABLE`
   */
  constructor(seed?: string | Prompt<Vars, Output>, vars?: NoInfer<Vars>) {
    if (seed !== undefined) this.#messages.push(...seedMessages(seed, vars));
    if (typeof seed === 'object') this.#topPrompt = widen(seed);
  }

  /** A live list: it grows with what is sent, and when a call ends. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** The prompt that was sent last: how its answer is read, its tools, and what is said on the way. */
  get topPrompt(): Prompt<PromptVars, Output> | undefined {
    return this.#topPrompt;
  }

  /**
   * Adds a message of the user: a prompt, which is the top one from now on, or a text. Returns this dialog with its new type.
   * @throws ToolwrightError `MISSING_VARIABLE`, or `INVALID_MESSAGE` for an empty one
   */
  sendMessage<V extends object, Next>(
    prompt: Prompt<V, Next>,
    vars?: NoInfer<V>,
    options?: SendOptions,
  ): Dialog<Next>;
  sendMessage(input: RunInput, options?: SendOptions): this;
  sendMessage(
    message: RunInput | Prompt<PromptVars, Output>,
    varsOrOptions?: PromptVars | SendOptions,
    options?: SendOptions,
  ): this {
    if (typeof message === 'string' || isParts(message)) {
      checkOptions(varsOrOptions, SEND, 'sendMessage');
      this.#messages.push(maskInput(toInputMessage(message, readImages(varsOrOptions))));
      return this;
    }
    checkOptions(options, SEND, 'sendMessage');
    const text = message.render(varsOrOptions as PromptVars | undefined); // as the overload says
    this.#messages.push(maskInput(toInputMessage(text, options?.images)));
    this.#topPrompt = message;
    return this;
  }

  /**
   * Adds messages as they are, such as those of another conversation.
   * @throws ToolwrightError `INVALID_MESSAGE` for calls without results, results without calls, and system messages behind the first
   */
  append(messages: readonly Message[]): this {
    checkConversation([...this.#messages, ...messages]);
    this.#messages.push(...messages);
    return this;
  }

  /** A copy of this dialog, which can be committed later. */
  fork(): Dialog<Output> {
    const fork = new Dialog<Output>();
    fork.#messages = [...this.#messages];
    fork.#topPrompt = this.#topPrompt;
    fork.#origin = { dialog: this, messages: this.#messages.length };
    return fork;
  }

  /**
   * Adds the messages of a fork since it was made or committed last, and takes its top prompt. Returns this dialog with its new type.
   * @throws ToolwrightError `USAGE` for a dialog that was not forked from this one
   */
  commit<Next>(fork: Dialog<Next>): Dialog<Next> {
    if (fork.#origin?.dialog !== this) {
      throw new ToolwrightError('USAGE', 'This dialog is not a fork of the one it is committed to.', {
        blame: 'developer',
        hint: 'Commit what the same dialog gave as `fork()`.',
      });
    }
    const added = fork.#messages.slice(fork.#origin.messages);
    fork.#origin = { dialog: this, messages: fork.#messages.length };
    this.#messages.push(...added);
    // Its answers are now read as those of the fork.
    const same = this as Dialog<unknown> as Dialog<Next>;
    same.#topPrompt = fork.#topPrompt;
    return same;
  }

  /** What was said, a line for each message. */
  overview(options: OverviewOptions = {}): string {
    return overview(this.#messages, this.#topPrompt?.name, options);
  }

  /** A copy as plain JSON. Of the top prompt it holds the name. */
  toJSON(): DialogState {
    const { name } = this.#topPrompt ?? {};
    return {
      version: STATE_VERSION,
      ...(name !== undefined && { topPrompt: name }),
      messages: [...this.#messages],
    };
  }

  /**
   * The dialog that was written by `toJSON`, perhaps by another process.
   * @param prompts where the top prompt is found by its name
   * @throws ToolwrightError `INVALID_MESSAGE` for anything else, with the difference; `INVALID_PROMPT` for a missing prompt
   */
  static fromJSON(state: unknown, prompts?: PromptRegistry): Dialog<unknown> {
    const { messages, topPrompt } = readDialogState(state);
    const dialog = new Dialog<unknown>();
    dialog.#messages = [...messages];
    if (topPrompt !== undefined) dialog.#topPrompt = findPrompt(topPrompt, prompts);
    return dialog;
  }
}

function seedMessages<Vars extends object, Output>(
  seed: string | Prompt<Vars, Output>,
  vars: Vars | undefined,
): (SystemMessage | DeveloperMessage)[] {
  if (typeof seed === 'string') return seed === '' ? [] : [{ role: 'system', content: seed }];
  return [{ role: 'developer', content: seed.render(vars) }];
}

/** Its variables matter to whoever sends it only. */
function widen<Vars extends object, Output>(prompt: Prompt<Vars, Output>): Prompt<PromptVars, Output> {
  return prompt as Prompt<object, Output> as Prompt<PromptVars, Output>;
}

function isParts(message: object): message is Exclude<RunInput, string> {
  return Array.isArray(message);
}

function readImages(options: SendOptions | PromptVars | undefined): readonly ImageSource[] | undefined {
  return (options as SendOptions | undefined)?.images; // as the overload says
}
