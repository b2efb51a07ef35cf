import { isRecord, type Message, ToolwrightError, textStart } from '@toolwright/contract';
import type { Prompt, PromptRegistry } from '@toolwright/prompts';
import { isMessage } from '../memory/memory-state.js';
import { isSystemMessage } from '../memory/trim-history.js';

/** Raised when the shape of a stored dialog changes. */
export const STATE_VERSION = 1;

/** A dialog as plain JSON. */
export interface DialogState {
  readonly version: typeof STATE_VERSION;
  /** The name of the top prompt; absent without one. */
  readonly topPrompt?: string;
  readonly messages: readonly Message[];
}

/** Checks what came from a file or a database. @throws ToolwrightError `INVALID_MESSAGE`, naming the place */
export function readDialogState(state: unknown): DialogState {
  if (!isRecord(state)) throw invalid('it is not an object');
  const { version, topPrompt, messages } = state;
  if (version !== STATE_VERSION) {
    throw invalid(`its version is ${JSON.stringify(version)}, and this package reads ${STATE_VERSION}`);
  }
  if (topPrompt !== undefined && typeof topPrompt !== 'string') throw invalid("'topPrompt' is not a name");
  if (!Array.isArray(messages)) throw invalid("'messages' is not a list");
  const list = messages.map((message: unknown, index) => {
    if (isMessage(message)) return message;
    throw invalid(
      `'messages[${index}]' is not one: ${textStart(JSON.stringify(message) ?? 'undefined', 80)}`,
    );
  });
  checkConversation(list);
  return { version, messages: list, ...(topPrompt !== undefined && { topPrompt }) };
}

/**
 * Providers refuse a call without its result, a result without its call, and a system message behind the first one.
 * @throws ToolwrightError `INVALID_MESSAGE`, naming the place
 */
export function checkConversation(messages: readonly Message[]): void {
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (open.delete(message.tool_call_id)) continue;
      throw invalid(`'messages[${index}]' is a result, and nothing has called for it`);
    }
    if (open.size > 0) throw invalid(`a call before 'messages[${index}]' has no result`);
    if (index > 0 && isSystemMessage(message)) {
      throw invalid(`'messages[${index}]' has the role ${message.role}, which only the first one may have`);
    }
    if (message.role === 'assistant') open = new Set(message.tool_calls?.map(({ id }) => id));
  }
  if (open.size > 0) throw invalid('its last call has no result');
}

/** @throws ToolwrightError `INVALID_PROMPT` */
export function findPrompt(name: string, prompts: PromptRegistry | undefined): Prompt {
  // Prompts are named by their whole path, so a scope must not put its own before it once more.
  if (prompts !== undefined) return prompts.findByPath(name) ?? prompts.get(name);
  throw new ToolwrightError('INVALID_PROMPT', `The dialog goes on with the prompt '${name}'.`, {
    blame: 'developer',
    hint: 'Pass the registry that it is in: Dialog.fromJSON(state, prompts).',
  });
}

function invalid(reason: string): ToolwrightError {
  return new ToolwrightError('INVALID_MESSAGE', `This is no dialog: ${reason}.`, {
    blame: 'developer',
    hint: 'Pass what `dialog.toJSON()` gave, or whole messages.',
  });
}
