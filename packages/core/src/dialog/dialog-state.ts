import { isRecord, type Message, ToolwrightError } from '@toolwright/contract';
import type { Prompt, PromptRegistry } from '@toolwright/prompts';
import { describeBreak, findBreak } from '../memory/paired-history.js';
import { isSystemMessage } from '../memory/trim-history.js';

/** The format version of a stored dialog. Incremented when the format changes. */
export const STATE_VERSION = 1;

/** A dialog as plain JSON. */
export interface DialogState {
  readonly version: typeof STATE_VERSION;
  /** The name of the top prompt; absent if there is no top prompt. */
  readonly topPrompt?: string;
  readonly messages: readonly Message[];
}

/** Checks a dialog that was loaded from a file or a database. @throws ToolwrightError `INVALID_MESSAGE` with the location */
export function readDialogState(state: unknown): DialogState {
  if (!isRecord(state)) throw invalid('it is not an object');
  const { version, topPrompt, messages } = state;
  if (version !== STATE_VERSION) {
    throw invalid(`its version is ${JSON.stringify(version)}, but this package supports ${STATE_VERSION}`);
  }
  if (topPrompt !== undefined && typeof topPrompt !== 'string') throw invalid("'topPrompt' is not a name");
  if (!Array.isArray(messages)) throw invalid("'messages' is not a list");
  return { version, messages: checkConversation(messages), ...(topPrompt !== undefined && { topPrompt }) };
}

/**
 * Checks that the messages of a dialog form complete steps, with a system message only at index 0.
 * @throws ToolwrightError `INVALID_MESSAGE` with the location
 */
export function checkConversation(given: readonly unknown[]): readonly Message[] {
  const broken = findBreak(given);
  if (broken !== undefined) throw invalid(`'${describeBreak(broken)}`);
  const messages = given as readonly Message[]; // each one was checked
  const pinned = messages.findIndex((message, place) => place > 0 && isSystemMessage(message));
  if (pinned === -1) return messages;
  throw invalid(
    `'messages[${pinned}]' has the role '${messages[pinned]?.role}', which only the first message can have`,
  );
}

/** Finds the top prompt of a stored dialog. @throws ToolwrightError `INVALID_PROMPT` */
export function findPrompt(name: string, prompts: PromptRegistry | undefined): Prompt {
  // A prompt's name is its whole path, so a scope must not add its own prefix again.
  if (prompts !== undefined) return prompts.findByPath(name) ?? prompts.get(name);
  throw new ToolwrightError('INVALID_PROMPT', `The dialog needs a registry with its top prompt '${name}'.`, {
    blame: 'developer',
    hint: 'Pass the registry that contains it: Dialog.fromJSON(state, prompts).',
  });
}

function invalid(reason: string): ToolwrightError {
  return new ToolwrightError('INVALID_MESSAGE', `This is not a dialog: ${reason}.`, {
    blame: 'developer',
    hint: 'Pass the result of `dialog.toJSON()`, or complete messages.',
  });
}
