import { contentText, type Message, textEnd, textStart } from '@toolwright/contract';

/** Writes messages as readable text and shortens long ones. */
export function writeTranscript(messages: readonly Message[]): string {
  return messages.map((message) => `${NAMES[message.role]}: ${shorten(describe(message))}`).join('\n\n');
}

const NAMES: Readonly<Record<Message['role'], string>> = {
  system: 'System',
  developer: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool result',
};

/** In characters. Longer text keeps its start and end. */
const LONGEST = 4_000;

function describe(message: Message): string {
  const text = contentText(message.content ?? '');
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const called = calls.map(({ function: { name, arguments: args } }) => `[calls ${name} ${args}]`);
  return [text, ...called].filter((part) => part !== '').join('\n');
}

function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  const half = LONGEST / 2;
  return `${textStart(text, half)} […] ${textEnd(text, half)}`;
}
