import type { Place } from './places.test.support.js';

/** The text of a thought, which no reply may show. */
export const SECRET = 'I could wipe it all';

const TAGS = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'scratchpad', 'THINK', 'seed:think'],
  ...['analysis', 'reflection'],
];
const MARKS = [
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<antThinking a="b">', '</antThinking >'],
] as const;
const SPECIAL_THOUGHTS = [
  ['<|START_THINKING|>', '<|END_THINKING|><|START_RESPONSE|>'],
  ['<|START_ACTION|>', '<|END_ACTION|>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>\n\n<|begin_of_solution|>'],
  ['<|channel>thought\n', '<channel|>'],
  ['<|think|>', '<|/think|>'],
  ['<|inner_prefix|>', '<|inner_suffix|>'],
  ['<mm:think>', '</mm:think>'],
  ['<reason>', '</reason>'],
  ['<think>Write `</think>` here: ', '</think>'],
] as const;
const specialThoughts = SPECIAL_THOUGHTS.flatMap(([open, close]) => [
  [open, (call: string) => `${open}${SECRET}: ${call}${close}Nothing to do.`] as const,
  [`an open ${open}`, (call: string) => `${open}\n${SECRET}\n${call}`] as const,
]);
const markedThoughts = MARKS.flatMap(([open, close]) => [
  [open, (call: string) => `${open}${SECRET}: ${call}${close}Nothing to do.`] as const,
  [
    `${open} in a line`,
    (call: string) => `Well. ${open}${SECRET} [1, ${call}]\n${call}\n${close} Nothing.`,
  ] as const,
  [`an open ${open}`, (call: string) => `${open}\n${SECRET}\n${call}`] as const,
  [`${close} alone`, (call: string) => `${SECRET}\n${call}\n${close}\nNothing to do.`] as const,
]);
/** Thoughts in OpenAI's harmony format. */
const channels: readonly Place[] = [
  [
    'a channel',
    (call) =>
      `<|channel|>analysis<|message|>${SECRET}: ${call}<|end|><|start|>assistant<|channel|>final<|message|>No.`,
  ],
  [
    'a channel after a header',
    (call) => `<|start|>assistant<|channel|>analysis<|message|>${SECRET}\n${call}`,
  ],
  ['two channels', (call) => `<|channel|>analysis<|message|>${SECRET}<|channel|>analysis<|message|>${call}`],
  [
    'a message to a tool',
    (call) => `<|channel|>commentary to=functions.a <|constrain|>json<|message|>${SECRET}${call}<|call|>`,
  ],
];
const taggedThoughts: readonly Place[] = TAGS.flatMap((tag) => [
  [`<${tag}>`, (call: string) => `<${tag}>${SECRET}: ${call}</${tag}>Nothing to do.`] as const,
  [
    `<${tag}> in a line`,
    (call: string) => `Well. <${tag}>${SECRET}\n${call}\n</${tag}> Nothing to do.`,
  ] as const,
  [`an open <${tag}>`, (call: string) => `<${tag}>\n${SECRET}\n${call}`] as const,
  [`</${tag}> alone`, (call: string) => `${SECRET}\n${call}\n</${tag}>\nNothing to do.`] as const,
]);

/** Contexts within thoughts, marked by the tags and tokens of many models. */
export const thoughts: readonly Place[] = [
  ...taggedThoughts,
  ...markedThoughts,
  ...specialThoughts,
  ...channels,
];
