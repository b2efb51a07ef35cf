import type { JsonSchema, Message } from '@toolwright/contract';
import { DECISION_MARK, type Decision, DecisionGrammar } from './decision.js';
import { Echoes } from './echoes.js';
import type { BlockScanner } from './reply/grammar.js';
import type { ObjectScanner } from './reply/object-scanner.js';
import { ReplyScanner } from './reply/reply-scanner.js';
import { THOUGHT_TAGS } from './thought-tags.js';
import type { ReplyContext } from './tool-call-protocol.js';
import type { XmlBlockScanner } from './xml-block-scanner.js';
import { BLOCK_MARK, type XmlBlock, XmlGrammar } from './xml-blocks.js';

/** A reply in a protocol of text. */
export interface ReadReply<Call> {
  /** What stands before the first call; the whole text where there is no call. Thoughts are no part of it. */
  readonly text: string;
  readonly calls: readonly Call[];
  /** What stands in tags such as `<think>`. */
  readonly thoughts: string;
}

type Context = Pick<ReplyContext, 'messages' | 'output'>;

/** The scanner of replies in the reasoning-JSON protocol; that of a stream is the same. */
export function decisionScanner({
  messages = [],
  output,
}: Context = {}): ReplyScanner<Decision, ObjectScanner> {
  const echoes = new Echoes(messages, DECISION_MARK);
  return new ReplyScanner(
    new DecisionGrammar({
      answerMembers: memberNames(output?.schema),
      isEcho: (raw) => echoes.has(raw),
      mayEcho: echoes.isPossible,
      thoughtTags: thoughtTags(messages),
    }),
  );
}

/** The scanner of replies in the XML protocol; that of a stream is the same. */
export function blockScanner({ messages = [] }: Context = {}): ReplyScanner<XmlBlock, XmlBlockScanner> {
  const echoes = new Echoes(messages, BLOCK_MARK);
  return new ReplyScanner(new XmlGrammar(thoughtTags(messages), (raw) => echoes.has(raw)));
}

/** An element that the conversation speaks of may be what it asks for. */
function thoughtTags(messages: readonly Message[]): readonly string[] {
  const isAsked = (tag: string): boolean =>
    messages.some(({ content }) => typeof content === 'string' && content.includes(`<${tag}`));
  return [...THOUGHT_TAGS, ...AMBIGUOUS_TAGS.filter((tag) => !isAsked(tag))];
}

/** Tags in which models write thoughts, or parts of an answer. */
const AMBIGUOUS_TAGS: readonly string[] = ['analysis', 'reflection', 'reason'];

/**
 * One response, or calls that follow each other at once: a model that writes on has not seen any result, so it invents one.
 * @param cut whether the provider has cut the reply
 */
export function readDecisions(content: string, context?: Context, cut = false): ReadReply<Decision> {
  const reply = readWith(decisionScanner(context), content, cut, false);
  const end = reply.calls.findIndex(({ action }, index) => index > 0 && action === 'respond');
  const calls = reply.calls[0]?.action === 'respond' ? reply.calls.slice(0, 1) : reply.calls;
  return end === -1 ? { ...reply, calls } : { ...reply, calls: calls.slice(0, end) };
}

/** The blocks of a reply, up to a result that the model invents. @param cut whether the provider has cut the reply */
export function readXmlReply(content: string, context?: Context, cut = false): ReadReply<XmlBlock> {
  return readWith(blockScanner(context), content, cut, true);
}

function readWith<Call, Block extends BlockScanner>(
  scanner: ReplyScanner<Call, Block>,
  content: string,
  cut: boolean,
  apart: boolean,
): ReadReply<Call> {
  scanner.push(content);
  scanner.end(cut);
  return { text: scanner.text, calls: scanner.calls(apart), thoughts: scanner.thoughts };
}

/** What the model has thought, beside what the provider shows of it. */
export function joinThoughts(...thoughts: readonly (string | undefined)[]): string | undefined {
  return thoughts.filter((thought) => thought).join('\n') || undefined;
}

/** The members of the object that a schema describes; those of all variants where there are several. */
function memberNames(schema: JsonSchema | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (one: JsonSchema | undefined): void => {
    if (one === undefined || seen.has(one)) return;
    seen.add(one);
    for (const name of Object.keys(one.properties ?? {})) names.add(name.toLowerCase());
    if (one.$ref !== undefined) visit(schema?.$defs?.[one.$ref.slice(one.$ref.lastIndexOf('/') + 1)]);
    for (const variant of [...(one.anyOf ?? []), ...(one.oneOf ?? []), ...(one.allOf ?? [])]) visit(variant);
  };
  visit(schema);
  return names;
}
