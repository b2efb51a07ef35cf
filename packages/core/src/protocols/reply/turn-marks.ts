/** Marks at the end of a turn, which some servers leave in the text: names of tags, as {@link TagMatcher} reads them. */
const ENDS: ReadonlySet<string> = new Set([
  ...['|end|', '|return|', '|call|', '|im_end|', '|eot_id|', '|eom_id|', '|eot|', '|endoftext|'],
  ...['|end_of_text|', '|end_of_turn|', 'end_of_turn', 'eos', '｜end▁of▁sentence｜'],
  ...['|end_of_turn_token|', 'turn|'],
  // The turn of another.
  ...['|user|', '|human|', '|system|', '|assistant|', '|tool|', '|observation|', '｜user｜', '｜assistant｜'],
]);

/** Marks behind which the same turn goes on. */
export const HARMONY: ReadonlySet<string> = new Set(['|start|', '|channel|']);

/** Marks at the beginning of a turn; the name of who has it follows. */
const BEGINS: ReadonlySet<string> = new Set(['|start|', '|im_start|', '|start_header_id|', 'start_of_turn']);

/** The mark before the name of a channel, as OpenAI's harmony format has it, and marks before its content. */
const CHANNEL = '|channel|';
const CONTENT: ReadonlySet<string> = new Set(['|message|', '|end_header_id|']);

/** Marks around thoughts, of several families of models, and around what they do; and marks around answers. */
const THOUGHTS: ReadonlySet<string> = new Set([
  ...[
    '|start_thinking|',
    '|start_action|',
    '|begin_of_thought|',
    '|think|',
    '|thinking|',
    '|inner_prefix|',
    '|channel',
  ],
]);
const THOUGHT_ENDS: ReadonlySet<string> = new Set([
  ...[
    '|end_thinking|',
    '|end_action|',
    '|end_of_thought|',
    '|/think|',
    '|/thinking|',
    '|inner_suffix|',
    'channel|',
  ],
]);
const ANSWERS: ReadonlySet<string> = new Set([
  ...['|start_response|', '|end_response|', '|begin_of_solution|', '|end_of_solution|'],
]);

/** Tokens at the beginning of a text, which mean nothing there. */
const STARTS: ReadonlySet<string> = new Set(['|begin_of_text|', '|startoftext|', '｜begin▁of▁sentence｜']);

/** Marks in brackets around what only others write, exactly so. */
export const BRACKET_MARKS: readonly string[] = ['INST', 'SYSTEM_PROMPT', 'AVAILABLE_TOOLS', 'TOOL_RESULTS'];

/** The end of a sentence token is a closing tag. */
export const TURN_MARKS: readonly string[] = [
  ...THOUGHTS,
  ...THOUGHT_ENDS,
  ...ANSWERS,
  ...STARTS,
  ...ENDS,
  ...BEGINS,
  CHANNEL,
  ...CONTENT,
  '|constrain|',
  's',
];

export type TurnMark =
  | 'thought'
  | 'thought-end'
  | 'answer'
  | 'start'
  | 'end'
  | 'begin'
  | 'channel'
  | 'content';

export function turnMark({
  name,
  closing,
}: {
  readonly name: string;
  readonly closing: boolean;
}): TurnMark | undefined {
  if (name === 's') return closing ? 'end' : undefined;
  if (BRACKET_MARKS.includes(name)) return 'end';
  if (closing) return undefined;
  if (ENDS.has(name)) return 'end';
  if (BEGINS.has(name)) return 'begin';
  if (THOUGHTS.has(name)) return 'thought';
  if (THOUGHT_ENDS.has(name)) return 'thought-end';
  if (ANSWERS.has(name)) return 'answer';
  if (STARTS.has(name)) return 'start';
  if (CONTENT.has(name)) return 'content';
  return name === CHANNEL ? 'channel' : undefined;
}

/** What stands between two marks of a turn: who has it, or which channel follows. */
export class TurnHeader {
  /** The mark before it. */
  readonly opening: string;
  content = '';
  readonly #isChannel: boolean;

  constructor(mark: TurnMark, opening: string) {
    this.#isChannel = mark === 'channel';
    this.opening = opening;
  }

  /** Takes what stands in it; false where it is too long to be one, or has ended with its line. */
  push(piece: string): boolean {
    this.content += piece;
    return this.content.length <= MAX_HEADER && !(piece.includes('\n') && !this.#isChannel);
  }

  /** Whether it is too long to be one. */
  get isText(): boolean {
    return this.content.length > MAX_HEADER;
  }

  /** What follows: text for the user, a thought, or what the model believes others to say. */
  get kind(): 'answer' | 'thought' | 'others' {
    const [word = ''] = this.content.trim().split(/[\s<]/);
    if (!this.#isChannel) return /^(?:assistant|model)?$/i.test(word) ? 'answer' : 'others';
    // A message to a tool is no message to the user.
    const isForUser = /^(?:final|commentary)$/i.test(word) && !/\bto=/.test(this.content);
    return isForUser ? 'answer' : 'thought';
  }
}

const MAX_HEADER = 100;
