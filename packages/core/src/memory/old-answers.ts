import { contentText, type Message, type ToolMessage } from '@toolwright/contract';

/**
 * Marks the results that the library wrote itself in a conversation that an earlier version stored without marks. Only this module
 * parses these sentences. They never change, because newer versions write marks instead.
 */
export function markOldAnswer<Given extends Message>(message: Given): Given {
  if (message.role !== 'tool' || message.byRun !== undefined || !isOldAnswer(message)) return message;
  return { ...message, byRun: true };
}

/** Whether a result consists of exactly one of these sentences. */
export function isOldAnswer({ content }: ToolMessage): boolean {
  const text = typeof content === 'string' ? content : contentText(content);
  if (!text.startsWith('Tool error: ') && !text.startsWith('The conversation is now')) return false;
  return OLD_ANSWERS.some((answer) => answer.test(text));
}

const NAME = String.raw`'[^'\n]{1,128}'`;
const LIST = String.raw`[\w.:/-]+(, [\w.:/-]+)*( and \d+ more)?`;

/** The sentences that version 0.1 wrote. */
const OLD_ANSWERS: readonly RegExp[] = [
  /^Tool error: A person has denied this call(\.|: .+)$/,
  new RegExp(
    `^Tool error: Tool ${NAME} not found\\. (Did you mean ${NAME}\\? )?(Available: ${LIST}|No tools are available)\\.$`,
  ),
  new RegExp(
    `^Tool error: ${NAME} can carry data out, and (${NAME}|an earlier call|the agent that gave the task) has brought in untrusted text\\. It is not available for the rest of this run\\. Tell the user what you wanted to do\\.$`,
  ),
  /^The conversation is now with [\w-]+\.$/,
];
