import {
  checkOptions,
  type DeveloperMessage,
  type ImageSource,
  type Message,
  optionsOf,
  type SystemMessage,
  ToolwrightError,
} from '@toolwright/contract';
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
  /** Images to send with the text: URLs, data URLs or bytes. */
  readonly images?: readonly ImageSource[] | undefined;
}

const SEND = optionsOf<SendOptions>()({ 'a list': 'images' });

/**
 * A conversation of prompts and answers. `Output`, the type of its answers, depends on the top prompt: the prompt that was sent
 * last. Without a top prompt, answers are strings.
 */
export class Dialog<Output = string, Vars extends object = PromptVars> {
  #messages: Message[] = [];
  #topPrompt: Prompt<PromptVars, Output> | undefined;
  /** For a fork: the dialog that it was forked from, and the number of messages at that time. */
  #origin: { readonly dialog: Dialog<unknown>; readonly messages: number } | undefined;

  /**
   * @param seed the system prompt: a string, or a prompt, which becomes the top prompt. Default: none
   * @throws ToolwrightError `MISSING_VARIABLE`
   */
  constructor(seed?: string | Prompt<Vars, Output>, vars?: NoInfer<Vars>) {
    if (seed !== undefined) this.#messages.push(...seedMessages(seed, vars));
    if (typeof seed === 'object') this.#topPrompt = widen(seed);
  }

  /** The live list of messages. It grows when a message is sent and when a call ends. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** The prompt that was sent last. It determines the answer format, the tools, and what the model is told during a call. */
  get topPrompt(): Prompt<PromptVars, Output> | undefined {
    return this.#topPrompt;
  }

  /**
   * Adds a user message: text, or a prompt, which becomes the top prompt. Returns this dialog with its new type.
   * @throws ToolwrightError `MISSING_VARIABLE`, or `INVALID_MESSAGE` for an empty message
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
    const text = message.render(varsOrOptions as PromptVars | undefined); // as the overload requires
    this.#messages.push(maskInput(toInputMessage(text, options?.images)));
    this.#topPrompt = message;
    return this;
  }

  /**
   * Adds existing messages, for example from another conversation.
   * @throws ToolwrightError `INVALID_MESSAGE` for calls without results, results without calls, and system messages after index 0
   */
  append(messages: readonly Message[]): this {
    checkConversation([...this.#messages, ...messages]);
    this.#messages.push(...messages);
    return this;
  }

  /** Returns a copy of this dialog that can be committed later. */
  fork(): Dialog<Output> {
    const fork = new Dialog<Output>();
    fork.#messages = [...this.#messages];
    fork.#topPrompt = this.#topPrompt;
    fork.#origin = { dialog: this, messages: this.#messages.length };
    return fork;
  }

  /**
   * Adds the messages that a fork received since it was created or last committed, and adopts its top prompt. Returns this dialog
   * with its new type.
   * @throws ToolwrightError `USAGE` for a dialog that was not forked from this one
   */
  commit<Next>(fork: Dialog<Next>): Dialog<Next> {
    if (fork.#origin?.dialog !== this) {
      throw new ToolwrightError('USAGE', 'This dialog is not a fork of the dialog that it is committed to.', {
        blame: 'developer',
        hint: 'Commit a dialog that `fork()` of the same dialog returned.',
      });
    }
    const added = fork.#messages.slice(fork.#origin.messages);
    fork.#origin = { dialog: this, messages: fork.#messages.length };
    this.#messages.push(...added);
    // From now on, answers are parsed in the fork's format.
    const same = this as Dialog<unknown> as Dialog<Next>;
    same.#topPrompt = fork.#topPrompt;
    return same;
  }

  /** Returns the messages as text, one line each. */
  overview(options: OverviewOptions = {}): string {
    return overview(this.#messages, this.#topPrompt?.name, options);
  }

  /** Returns a copy as plain JSON. Of the top prompt, it only contains the name. */
  toJSON(): DialogState {
    const { name } = this.#topPrompt ?? {};
    return {
      version: STATE_VERSION,
      ...(name !== undefined && { topPrompt: name }),
      messages: [...this.#messages],
    };
  }

  /**
   * Restores a dialog from the result of `toJSON`, even from another process.
   * @param prompts the registry that contains the top prompt
   * @throws ToolwrightError `INVALID_MESSAGE` with the reason, for any other value; `INVALID_PROMPT` for a missing prompt
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

/** Drops the type of the variables, which only the sender of a prompt needs. */
function widen<Vars extends object, Output>(prompt: Prompt<Vars, Output>): Prompt<PromptVars, Output> {
  return prompt as Prompt<object, Output> as Prompt<PromptVars, Output>;
}

function isParts(message: object): message is Exclude<RunInput, string> {
  return Array.isArray(message);
}

function readImages(options: SendOptions | PromptVars | undefined): readonly ImageSource[] | undefined {
  return (options as SendOptions | undefined)?.images; // as the overload requires
}
