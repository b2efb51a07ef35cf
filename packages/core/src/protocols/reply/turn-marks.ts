/** The meaning of a chat template mark. */
export type TurnMark =
  | 'thought'
  | 'thought-end'
  | 'answer'
  | 'start'
  | 'end'
  | 'begin'
  | 'channel'
  | 'content';

/**
 * Chat template marks that servers leave in the text of a reply, as tag names without angle brackets. `begin` precedes the name of
 * the speaker, `channel` precedes the name of a channel in OpenAI's harmony format, and `content` follows both.
 */
const NAMES: Readonly<Record<TurnMark, string>> = {
  thought: '|start_thinking| |start_action| |begin_of_thought| |think| |thinking| |inner_prefix| |channel',
  'thought-end': '|end_thinking| |end_action| |end_of_thought| |/think| |/thinking| |inner_suffix| channel|',
  answer: '|start_response| |end_response| |begin_of_solution| |end_of_solution|',
  // These have no meaning at the start of a reply.
  start: '|begin_of_text| |startoftext| ｜begin▁of▁sentence｜',
  // The last line names speakers whose turn would follow.
  end: `|end| |return| |call| |im_end| |eot_id| |eom_id| |eot| |endoftext| |end_of_text| |end_of_turn| end_of_turn eos
    ｜end▁of▁sentence｜ |end_of_turn_token| turn|
    |user| |human| |system| |assistant| |tool| |observation| ｜user｜ ｜assistant｜`,
  begin: '|start| |im_start| |start_header_id| start_of_turn',
  channel: '|channel|',
  content: '|message| |end_header_id|',
};

// The keys of the record are turn marks.
const MARKS: ReadonlyMap<string, TurnMark> = new Map(
  (Object.entries(NAMES) as [TurnMark, string][]).flatMap(([mark, names]) =>
    names.split(/\s+/).map((name) => [name, mark] as const),
  ),
);

/** Marks after which the same turn continues. */
export const HARMONY: ReadonlySet<string> = new Set(['|start|', '|channel|']);

/** Marks in square brackets around text that only other speakers write. Case-sensitive. */
export const BRACKET_MARKS: readonly string[] = ['INST', 'SYSTEM_PROMPT', 'AVAILABLE_TOOLS', 'TOOL_RESULTS'];

/** The names of all marks in angle brackets. `s` ends a turn as the closing tag `</s>`. */
export const TURN_MARKS: readonly string[] = [...MARKS.keys(), '|constrain|', 's'];

export function turnMark({
  name,
  closing,
}: {
  readonly name: string;
  readonly closing: boolean;
}): TurnMark | undefined {
  if (name === 's') return closing ? 'end' : undefined;
  if (BRACKET_MARKS.includes(name)) return 'end';
  return closing ? undefined : MARKS.get(name);
}
