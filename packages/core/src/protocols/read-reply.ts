import type { JsonSchema, Message } from '@toolwright/contract';
import type { ObjectScanner } from '@toolwright/json';
import { childSchemas, findTarget } from '@toolwright/json-schema';
import { DECISION_MARK, type Decision, DecisionGrammar } from './decision.js';
import { Echoes } from './echoes.js';
import type { BlockScanner } from './reply/grammar.js';
import { ReplyScanner } from './reply/reply-scanner.js';
import { isSpeakerLine } from './reply/speaker-line.js';
import { THOUGHT_TAGS } from './thought-tags.js';
import type { ReplyContext } from './tool-call-protocol.js';
import type { XmlBlockScanner } from './xml-block-scanner.js';
import { BLOCK_MARK, type XmlBlock, XmlGrammar } from './xml-blocks.js';

export interface ReadReply<Call> {
  /** The text before the first call, or all text if there is no call. Excludes thoughts. */
  readonly text: string;
  /** The text after the first call or answer, up to any result or turn that the model invented. */
  readonly behind: string;
  readonly calls: readonly Call[];
  /** The contents of tags such as `<think>`. */
  readonly thoughts: string;
}

type Context = Pick<ReplyContext, 'messages' | 'output'>;

/** Creates a scanner for streamed or complete replies in the reasoning-JSON protocol. */
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

/** Creates a scanner for streamed or complete replies in the XML protocol. */
export function blockScanner({ messages = [] }: Context = {}): ReplyScanner<XmlBlock, XmlBlockScanner> {
  const echoes = new Echoes(messages, BLOCK_MARK);
  return new ReplyScanner(new XmlGrammar(thoughtTags(messages), (raw) => echoes.has(raw)));
}

/** Returns the thought tags, except ambiguous tags that the conversation mentions: the model may have been asked to write them. */
function thoughtTags(messages: readonly Message[]): readonly string[] {
  const isAsked = (tag: string): boolean =>
    messages.some(({ content }) => typeof content === 'string' && content.includes(`<${tag}`));
  return [...THOUGHT_TAGS, ...AMBIGUOUS_TAGS.filter((tag) => !isAsked(tag))];
}

/** Tags that may enclose thoughts or parts of an answer. */
const AMBIGUOUS_TAGS: readonly string[] = ['analysis', 'reflection', 'reason'];

/**
 * Reads a response or calls. The first response is used, because a stream has already shown it. A response after a call is ignored
 * as invented, because the model has not seen the result.
 * @param cut whether the provider truncated the reply
 */
export function readDecisions(content: string, context?: Context, cut = false): ReadReply<Decision> {
  const reply = readWith(decisionScanner(context), content, cut);
  const end = reply.calls.findIndex(({ action }, index) => index > 0 && action === 'respond');
  const calls = reply.calls[0]?.action === 'respond' ? reply.calls.slice(0, 1) : reply.calls;
  return end === -1 ? { ...reply, calls } : { ...reply, calls: calls.slice(0, end) };
}

/** Reads the blocks of a reply, up to any result that the model invented. @param cut whether the provider truncated the reply */
export function readXmlReply(content: string, context?: Context, cut = false): ReadReply<XmlBlock> {
  return readWith(blockScanner(context), content, cut);
}

function readWith<Call, Block extends BlockScanner>(
  scanner: ReplyScanner<Call, Block>,
  content: string,
  cut: boolean,
): ReadReply<Call> {
  scanner.push(content);
  scanner.end(cut);
  const { text, calls, thoughts, behind } = scanner;
  return { text, calls, thoughts, behind: withoutInventions(behind) };
}

/** Removes invented results and turns of other speakers; returns an empty string if nothing else is left. */
function withoutInventions(behind: string): string {
  const lines = behind.split('\n');
  const end = lines.findIndex((line) => {
    const begin = line.slice(0, LINE_BEGIN);
    return isSpeakerLine(begin, false) || INVENTED.test(begin);
  });
  const said = (end === -1 ? lines : lines.slice(0, end)).join('\n').replaceAll(/\n\s*\n/g, '\n\n');
  return /[\p{L}\p{N}]/u.test(said) ? said.trim() : '';
}

/** Enough characters to identify the speaker. */
const LINE_BEGIN = 300;
/** Matches the opening tag of an invented result. */
const INVENTED = /^\s*<[\w-]*(?:result|response|output|observation)s?\b/i;

/** Joins thoughts from the text with reasoning that the provider reports. */
export function joinThoughts(...thoughts: readonly (string | undefined)[]): string | undefined {
  return thoughts.filter((thought) => thought).join('\n') || undefined;
}

/** Joins the texts of a reply as a stream shows them. */
export function joinTexts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Returns all member names of the objects that a schema describes, in all variants. */
function memberNames(schema: JsonSchema | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (one: JsonSchema | undefined): void => {
    if (one === undefined || seen.has(one)) return;
    seen.add(one);
    for (const name of Object.keys(one.properties ?? {})) names.add(name.toLowerCase());
    if (one.$ref !== undefined) visit(findTarget(one.$ref, schema ?? {}));
    for (const child of childSchemas(one)) if (child.position === 'value') visit(child.schema);
  };
  visit(schema);
  return names;
}
