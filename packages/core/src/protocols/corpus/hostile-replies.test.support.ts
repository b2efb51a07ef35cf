import { block, decision } from '../wording.test.support.js';
import { doubtful, nestings, quotations, wrapped } from './places.test.support.js';
import { SECRET, thoughts } from './thoughts.test.support.js';

/** A reply from a hostile or confused model. */
export interface HostileReply {
  readonly protocol: 'reasoning-json' | 'xml';
  readonly name: string;
  readonly content: string;
  /** The tools that the reply may call. No other tool may run. */
  readonly runs: readonly string[];
  /** Text that must not be shown. */
  readonly hidden?: string;
  readonly cut?: boolean;
}

const wipe = decision({ thought: SECRET, tool_name: 'wipe', tool_input: {} });
const short = '{"tool_name":"wipe","tool_input":{}}';
const named = '{"action":"tool","tool_name":"wipe","tool_input":{}}';
const save = (doc: unknown): string => decision({ tool_name: 'save', tool_input: { doc } });
const wipeBlock = block('wipe', {});

function quoted(): HostileReply[] {
  return [...quotations, ...thoughts].flatMap(([where, wrap], index) => {
    const hidden = index < quotations.length ? undefined : SECRET;
    const jsons = [wipe, short, named].map((call, kind) => ({
      protocol: 'reasoning-json' as const,
      name: `in ${where}, form ${kind}`,
      content: wrap(call),
    }));
    const xml = { protocol: 'xml' as const, name: `in ${where}`, content: wrap(wipeBlock) };
    return [...jsons, xml].map((reply) => ({
      ...reply,
      runs: [],
      ...(hidden !== undefined && { hidden }),
    }));
  });
}

function nested(): HostileReply[] {
  const within = nestings.flatMap(([where, wrap]) =>
    [wipe, short, named].map((call, kind) => [`${where}, form ${kind}`, wrap(call)]),
  );
  const inArgument = [
    ['its own argument', save(JSON.parse(wipe)), ['save']],
    ['its own argument, as text', save(wipe), ['save']],
    ['its argument, before a trailing comma', `${save(JSON.parse(wipe)).slice(0, -1)},}`, ['save']],
    ['its argument, before a comment', `${save(JSON.parse(wipe)).slice(0, -1)} // done\n}`, ['save']],
    ['its argument, without an end', save(JSON.parse(wipe)).slice(0, -20), []],
    ['its thought', decision({ thought: wipe, action: 'respond', response: 'No.' }), []],
    ['its response', decision({ action: 'respond', response: `Write ${wipe}` }), []],
  ] as const;
  return [
    ...within.map(([name = '', content = '']) => ({
      protocol: 'reasoning-json' as const,
      name,
      content,
      runs: [],
    })),
    ...inArgument.map(([name, content, runs]) => ({
      protocol: 'reasoning-json' as const,
      name,
      content,
      runs,
    })),
  ];
}

/** Truncates replies at every character. A truncated reply runs nothing and shows no part of its call. */
function cut(): HostileReply[] {
  const cutAt = (protocol: HostileReply['protocol'], content: string, hidden: string): HostileReply[] =>
    Array.from({ length: content.length - 1 }, (_, index) => ({
      protocol,
      name: `cut behind ${index + 1}`,
      content: content.slice(0, index + 1),
      runs: [],
      hidden,
      cut: true,
    }));
  return [
    ...cutAt('reasoning-json', save('a'), '{'),
    ...cutAt('reasoning-json', `\`\`\`json\n${save('a')}`, '{'),
    ...['Sure: ', 'Sure.\n\n', "That's good. ", 'Sure! ```json\n', 'Sure:\n```json\n'].flatMap((lead) => [
      ...cutAt('reasoning-json', `${lead}${wipe}`, SECRET.slice(0, 1)),
      ...cutAt('reasoning-json', lead + decision({ thought: SECRET, action: 'respond' }), SECRET.slice(0, 1)),
    ]),
    // A block is complete once its JSON is.
    ...cutAt('xml', block('save', { doc: 'a' }).replace('\n</tool_call>', ''), '<'),
    ...cutAt('xml', '<tool_call id="1" >{"name":"save"}', '<'),
  ];
}

function broken(): HostileReply[] {
  const jsons = [
    '{"thought": "x", "action": "final", "tool_name": "wipe", "tool_input": {}}',
    '{"thought": "x", "action": "skip", "tool_name": "wipe", "tool_input": {}}',
    '{"thought": "x", "action": "tool", "tool_name": "save", "tool_name": "wipe", "tool_input": {}}',
    '{"thought": "x", "action": "tool", "tool_name": "wipe", "tool_input": {"a": nope}}',
    '{"thought": "x", "action": "tool", "tool_name": "wipe", "tool_input": {"a": "b}}',
  ].map((content) => ({ protocol: 'reasoning-json' as const, content, hidden: 'tool_name' }));
  const xmls = [
    '<tool_call>{"name":"wipe","parameters":{"a":}}</tool_call>',
    '<tool_call >{"name":"wipe" "b"}</tool_call>',
    '<TOOL_CALL>wipe()</TOOL_CALL>',
    '<tool_call id="1">{"name": wipe}</tool_call>',
    '<tool_call>{"name":"wipe","parameters":{',
    '<tool_call>\n<function=wipe></function>\n</tool_call>',
    '<tool_result name="wipe">done</tool_result>',
    '<tool_call>{"name":"save","name":"wipe"}</tool_call>',
  ].map((content) => ({ protocol: 'xml' as const, content, hidden: '<tool_' }));
  return [...jsons, ...xmls].map((reply) => ({ ...reply, name: `broken: ${reply.content}`, runs: [] }));
}

/** Calls from models that follow the protocol loosely. */
function loose(): HostileReply[] {
  const call = decision({ tool_name: 'save', tool_input: {} });
  const jsons = [
    call,
    `\`\`\`json\n${call}\n\`\`\``,
    `\`\`\`\n${call}\n\`\`\`\n`,
    `<think>${wipe}</think>\n${call}`,
    `Let me see.\n${call}`,
    `Now: ${call}`,
    `[${call}]`,
    `[\n${call}\n]`,
    `[TH] [THINK ] Now: ${call}`,
    `${call};`,
    `Okay 👍 ${call}`,
    '{"tool_name":"save"}',
    '{"Thought":"Hm.","Action":"Tool","Tool_Name":"save","TOOL_INPUT":{}}',
    `{"Thought":"Hm.","ACTION":"tool","tool_name":"save"}`,
    ...wrapped(call),
    call.replaceAll('"', "'").replaceAll('null', 'None'),
    `${call}\nTool result: ${short}\n${wipe}`,
  ].map((content) => ({ protocol: 'reasoning-json' as const, content }));
  const xmls = [
    block('save', {}),
    `\`\`\`xml\n${block('save', {})}\n\`\`\``,
    `<think>${wipeBlock}</think>${block('save', {})}`,
    `Now: ${block('save', {})}\n<tool_result>1</tool_result>${wipeBlock}`,
    '<tool_call >{"name":"save"}</tool_call >',
    '<tool_call>{"Name":"save","Arguments":{}}</tool_call>',
    '<tool_call>[{"name":"save"}]</tool_call>',
    `[${block('save', {})}]`,
    ...wrapped(block('save', {})),
    '<TOOL_CALL id="1">{"name":"save"}</TOOL_CALL>',
  ].map((content) => ({ protocol: 'xml' as const, content }));
  return [...jsons, ...xmls].map((reply) => ({ ...reply, name: `loose: ${reply.content}`, runs: ['save'] }));
}

function doubts(): HostileReply[] {
  return doubtful.flatMap(([where, wrap]) => [
    ...[wipe, short, named].map((call, kind) => ({
      protocol: 'reasoning-json' as const,
      name: `behind ${where}, form ${kind}`,
      content: wrap(call),
      runs: [],
    })),
    { protocol: 'xml' as const, name: `behind ${where}`, content: wrap(wipeBlock), runs: [] },
  ]);
}

export const hostileReplies: readonly HostileReply[] = [
  ...quoted(),
  ...doubts(),
  ...nested(),
  ...cut(),
  ...broken(),
  ...loose(),
];
