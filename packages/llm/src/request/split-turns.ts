import type { AssistantMessage, Message, ToolMessage, UserMessage } from '@toolwright/contract';

/** Consecutive messages from one participant. */
export type Turn =
  | {
      readonly role: 'user';
      /** Tool results come first, as providers require. */
      readonly results: readonly ToolMessage[];
      readonly said: readonly UserMessage[];
    }
  | { readonly role: 'assistant'; readonly said: readonly AssistantMessage[] };

export interface Turns {
  /** The system and developer messages, wherever they appeared. */
  readonly system: readonly string[];
  readonly turns: readonly Turn[];
}

/** Replaces an empty user message, which providers refuse. */
export const NOTHING_SAID = '(empty message)';

/** Precedes a history that was trimmed so that it starts with an answer. Providers refuse such a history. */
const CUT_NOTE = 'The conversation before this was left out.';

/** Splits a conversation for providers that require strictly alternating turns. The results of one turn's calls form one turn. */
export function splitTurns(messages: readonly Message[]): Turns {
  const system: string[] = [];
  const turns: Turn[] = [];
  let user: { readonly results: ToolMessage[]; readonly said: UserMessage[] } | undefined;
  let answers: AssistantMessage[] | undefined;
  for (const message of messages) {
    if (message.role === 'system' || message.role === 'developer') {
      if (message.content.trim() !== '') system.push(message.content);
    } else if (message.role === 'assistant') {
      user = undefined;
      if (answers === undefined) {
        if (turns.length === 0) turns.push(cutNote());
        answers = [];
        turns.push({ role: 'assistant', said: answers });
      }
      answers.push(message);
    } else {
      answers = undefined;
      if (user === undefined) {
        user = { results: [], said: [] };
        turns.push({ role: 'user', ...user });
      }
      if (message.role === 'tool') user.results.push(message);
      else user.said.push(message);
    }
  }
  return { system, turns };
}

function cutNote(): Turn {
  return { role: 'user', results: [], said: [{ role: 'user', content: CUT_NOTE }] };
}
