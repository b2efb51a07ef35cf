import { checkOptions, contentText, type Message, optionsOf, shortenLine } from '@toolwright/contract';

/** Options of `dialog.overview`. */
export interface OverviewOptions {
  /** The maximum number of characters to show of each message. Default: 80. */
  readonly maxLength?: number | undefined;
}

const OVERVIEW = optionsOf<OverviewOptions>()({ 'a number': 'maxLength' });

/** Formats messages for people, one line each: `2 assistant  look({"at":"a"})`. */
export function overview(
  messages: readonly Message[],
  topPrompt: string | undefined,
  options: OverviewOptions,
): string {
  checkOptions(options, OVERVIEW, 'overview');
  const { maxLength = 80 } = options;
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages`;
  const title = topPrompt === undefined ? count : `${count}, top prompt '${topPrompt}'`;
  const lines = messages.map((message, index) => {
    const said = shortenLine(describe(message), maxLength);
    return `${String(index).padStart(3)} ${message.role.padEnd(9)}  ${said}`.trimEnd();
  });
  return [title, ...lines].join('\n');
}

function describe(message: Message): string {
  if (message.role !== 'assistant') return contentText(message.content);
  const calls = (message.tool_calls ?? []).map(
    ({ function: { name, arguments: text } }) => `${name}(${text})`,
  );
  return [message.content ?? message.refusal ?? '', ...calls].filter((part) => part !== '').join(' ');
}
