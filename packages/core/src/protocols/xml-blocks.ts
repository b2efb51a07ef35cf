import { readJson, writeJson } from '@toolwright/json';
import { CUT_CALL } from './native-calls.js';
import { memberOf, readObject, readObjects } from './read-object.js';
import { refusalProblem } from './refusal-problem.js';
import type { Refusal } from './reply/decision-line.js';
import type { Grammar, Place, Verdict } from './reply/grammar.js';
import { XmlBlockScanner } from './xml-block-scanner.js';

export type XmlBlock =
  | { readonly ok: true; readonly name: string; readonly args: string }
  | {
      readonly ok: false;
      readonly name: string;
      readonly text: string;
      readonly problem: string;
    };

/** Distinguishes blocks of the XML protocol from text that mentions its tags. */
export class XmlGrammar implements Grammar<XmlBlock, XmlBlockScanner> {
  readonly braces = false;
  readonly names: readonly string[] = [];
  readonly tag = 'tool_call';
  readonly foreignTag = 'tool_result';
  readonly thoughtTags: readonly string[];
  readonly #isEcho: (raw: string) => boolean;

  /** @param isEcho whether a block repeats a message from another speaker */
  constructor(thoughtTags: readonly string[], isEcho: (raw: string) => boolean) {
    this.thoughtTags = thoughtTags;
    this.#isEcho = isEcho;
  }

  open(opening: string): XmlBlockScanner {
    return new XmlBlockScanner(opening);
  }

  streams(): boolean {
    return false;
  }

  stream(): string {
    return '';
  }

  stub(raw: string): XmlBlock {
    return { ok: false, name: 'unknown', text: raw.replace(/^<[^>]*>?/, ''), problem: CUT_CALL };
  }

  judge(scanner: XmlBlockScanner, { cut, beside, fenced }: Place): Verdict<XmlBlock> {
    if (isMention(scanner, cut)) return { as: 'mention', again: scanner.content };
    if (this.#isEcho(scanner.raw) || (beside && fenced)) return { as: 'text' };
    const [block, ...more] = toBlocks(scanner);
    if (!block.ok)
      return { as: 'call', call: cut && !scanner.closed ? { ...block, problem: CUT_CALL } : block };
    const text = withoutClosingTag(scanner.content, scanner.closed);
    const refused = (why: Refusal): XmlBlock => ({
      ok: false,
      name: block.name,
      text,
      problem: refusalProblem(why, 'tool call', ON_LINES),
    });
    return { as: 'call', call: block, more, refused };
  }
}

/** Matches every block and any text that could be mistaken for a block. */
export const BLOCK_MARK = /<\s*tool_call/i;

/** Whether a sentence mentions the tag. */
function isMention({ words, object, closed, opening }: XmlBlockScanner, cut: boolean): boolean {
  if (object !== undefined || /^\s*[{[]/.test(words.slice(0, 100)) || (cut && words.trim() === ''))
    return false;
  const first = words.trimStart().charAt(0);
  if (first === '') return false;
  if (/^[`'"’”,.;:!?)*]/.test(words)) return true;
  const isSentence = /^[^\S\n]+\S/.test(words.slice(0, 100)) && opening !== '';
  return isSentence && (!closed || !/[({[:="]/.test(words));
}

function toBlocks(scanner: XmlBlockScanner): readonly [XmlBlock, ...XmlBlock[]] {
  const { object, content, isMixed } = scanner;
  const text = withoutClosingTag(content, scanner.closed);
  const malformed = (name: string, fault: string): [XmlBlock] => {
    const problem = `The tool call ${fault} ${EXPECTED}`;
    return [{ ok: false, name: name || 'unknown', text, problem }];
  };
  if (object === undefined) return malformed('', describeWords(text));
  if (object.isList) return readList(object.raw, isMixed) ?? malformed('', describeWords(text));
  const json = object.raw;
  const reading = readObject(json);
  const name = object.members.get('name')?.text ?? '';
  const fault = reading.ok ? (isMixed ? 'other text follows its JSON.' : undefined) : reading.problem;
  if (!reading.ok || fault !== undefined) return malformed(name, `is not valid JSON: ${fault ?? ''}`);
  const repeated = ['name', 'parameters', 'arguments'].find(
    (one) => (object.members.get(one)?.count ?? 0) > 1,
  );
  if (repeated !== undefined) return malformed(name, `has "${repeated}" twice.`);
  if (name === '' || memberOf(reading.value, 'name') !== name) return malformed('', 'has no "name".');
  const given = argumentsOf(reading.value);
  const args = memberOf(reading.value, given);
  const member = object.members.get(given);
  const written = member === undefined || member.start < 0 ? '' : json.slice(member.start, member.end);
  return [toCall(name, args, reading.isPlain && args != null ? written : undefined)];
}

function toCall(name: string, args: unknown, written?: string): XmlBlock {
  return { ok: true, name, args: typeof args === 'string' ? args : (written ?? writeJson(args ?? {})) };
}

/** Returns the name of the member with the arguments: some models were trained to write "arguments". */
function argumentsOf(value: Readonly<Record<string, unknown>>): 'parameters' | 'arguments' {
  return memberOf(value, 'parameters') == null ? 'arguments' : 'parameters';
}

/** Reads several calls from one block; undefined if any item is not a call. */
function readList(text: string, isMixed: boolean): [XmlBlock, ...XmlBlock[]] | undefined {
  const values = isMixed ? undefined : readObjects(text);
  const calls = values?.flatMap((value) => {
    const name = memberOf(value, 'name');
    return typeof name === 'string' && name !== '' ? [toCall(name, memberOf(value, argumentsOf(value)))] : [];
  });
  const [first, ...others] = calls ?? [];
  return first === undefined || calls?.length !== values?.length ? undefined : [first, ...others];
}

const ON_LINES = 'Write it on separate lines, outside of everything else.';

/** Describes the problem of a block without an object. */
function describeWords(text: string): string {
  const reading = text.startsWith('[') ? readJson(text, { repair: true }) : undefined;
  return reading?.ok === true && reading.unclosed.length === 0 ? 'has no "name".' : 'is not valid JSON.';
}

/** The expected format. Describes the tags without writing them, because a result must not look like a call. */
const EXPECTED =
  'Write only JSON, {"name": "…", "parameters": {…}}, between the opening and the closing tag "tool_call".';

function withoutClosingTag(content: string, closed: boolean): string {
  return (closed ? content.slice(0, content.lastIndexOf('<')) : content).trim();
}
