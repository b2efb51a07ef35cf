import { readJson, writeJson } from '@toolwright/schema';
import { CUT_CALL } from './native-calls.js';
import type { Grammar, Place, Verdict } from './reply/grammar.js';
import { readObject } from './reply/read-object.js';
import { XmlBlockScanner } from './xml-block-scanner.js';

export type XmlBlock =
  | { readonly ok: true; readonly name: string; readonly args: string }
  | {
      readonly ok: false;
      readonly name: string;
      /** What stands between its tags. */
      readonly text: string;
      readonly problem: string;
    };

/** How blocks of the XML protocol are told from texts that mention its tags. */
export class XmlGrammar implements Grammar<XmlBlock, XmlBlockScanner> {
  readonly braces = false;
  readonly names: readonly string[] = [];
  readonly tag = 'tool_call';
  readonly foreignTag = 'tool_result';
  readonly #isEcho: (raw: string) => boolean;

  constructor(isEcho: (raw: string) => boolean) {
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

  judge(scanner: XmlBlockScanner, { cut }: Place): Verdict<XmlBlock> {
    if (isMention(scanner, cut)) return { as: 'mention', again: scanner.content };
    if (this.#isEcho(scanner.raw)) return { as: 'text' };
    const block = toBlock(scanner);
    const isCut = cut && !block.ok && !scanner.closed;
    return { as: 'call', call: isCut ? { ...block, problem: CUT_CALL } : block };
  }
}

/** What each block has in it, and each text that could be taken for one. */
export const BLOCK_MARK = /<\s*tool_call/i;

/** A tag that stands in a sentence. */
function isMention({ words, object, closed, opening }: XmlBlockScanner, cut: boolean): boolean {
  if (object !== undefined || /^\s*[{[]/.test(words.slice(0, 100)) || (cut && words.trim() === ''))
    return false;
  const first = words.trimStart().charAt(0);
  if (first === '') return false;
  if (/^[`'"’”,.;:!?)*]/.test(words)) return true;
  const isSentence = /^[^\S\n]+\S/.test(words.slice(0, 100)) && opening !== '';
  return isSentence && (!closed || !/[({[:="]/.test(words));
}

function toBlock(scanner: XmlBlockScanner): XmlBlock {
  const { object, content, isMixed } = scanner;
  const text = withoutClosingTag(content, scanner.closed);
  const malformed = (name: string, fault: string): XmlBlock => {
    const problem = `The tool call ${fault} ${EXPECTED}`;
    return { ok: false, name: name || 'unknown', text, problem };
  };
  if (object === undefined) return malformed('', describeWords(text));
  const json = object.raw;
  const reading = readObject(json);
  const name = object.members.get('name')?.text ?? '';
  const fault = reading.ok ? (isMixed ? 'Other text stands behind its JSON.' : undefined) : reading.problem;
  if (!reading.ok || fault !== undefined) return malformed(name, `is not valid JSON: ${fault ?? ''}`);
  const repeated = ['name', 'parameters', 'arguments'].find(
    (one) => (object.members.get(one)?.count ?? 0) > 1,
  );
  if (repeated !== undefined) return malformed(name, `has "${repeated}" twice.`);
  if (name === '' || reading.value.name !== name) return malformed('', 'has no "name".');
  // Some models are trained to write "arguments".
  const given = reading.value.parameters == null ? 'arguments' : 'parameters';
  const args = reading.value[given] ?? {};
  const member = object.members.get(given);
  const written = member === undefined || member.start < 0 ? '' : json.slice(member.start, member.end);
  const plain = reading.isPlain && reading.value[given] != null ? written : writeJson(args);
  return { ok: true, name, args: typeof args === 'string' ? args : plain };
}

/** JSON that is no object has no name; anything else is no JSON. */
function describeWords(text: string): string {
  return text.startsWith('[') && readJson(text, { repair: true }).ok
    ? 'has no "name".'
    : 'is not valid JSON.';
}

/** Without the tags themselves: what stands in a result must not look like a call. */
const EXPECTED =
  'Write {"name": "…", "parameters": {…}} as JSON, and nothing else, between the opening and the closing tag "tool_call".';

function withoutClosingTag(content: string, closed: boolean): string {
  return (closed ? content.slice(0, content.lastIndexOf('<')) : content).trim();
}
