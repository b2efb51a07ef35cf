import { errorMessage } from '@toolwright/contract';
import { parseModelJson } from './parse-model-json.js';

/** A reply in the XML protocol: what it says before its first block, and its blocks. */
export interface XmlReply {
  readonly text: string;
  readonly blocks: readonly XmlBlock[];
}

export type XmlBlock =
  | { readonly ok: true; readonly name: string; readonly args: string }
  | { readonly ok: false; readonly name: string; readonly text: string; readonly problem: string };

export const OPEN_TAG = '<tool_call>';
const CLOSE_TAG = '</tool_call>';

/**
 * Reads the `<tool_call>` blocks of a reply. What follows the first block and is none is left out: a model that goes on has not
 * seen any result, so it invents one. A text that only mentions the tag is a text.
 */
export function readXmlReply(content: string): XmlReply {
  const blocks: XmlBlock[] = [];
  let text = content;
  let position = 0;
  for (;;) {
    const start = content.indexOf(OPEN_TAG, position);
    if (start === -1 || (blocks.length > 0 && INVENTED.test(content.slice(position, start)))) break;
    const found = readBlock(content, start + OPEN_TAG.length);
    position = found?.end ?? start + OPEN_TAG.length;
    if (found === undefined) continue;
    if (blocks.length === 0) text = content.slice(0, start).trimEnd();
    blocks.push(found.block);
  }
  return { text, blocks };
}

/** A result that no tool has given: blocks behind it are made up as well. */
const INVENTED = /<\s*tool_result/i;

/** The block whose content begins here; undefined where the tag is only mentioned. */
function readBlock(content: string, start: number): { block: XmlBlock; end: number } | undefined {
  const ends = findEnds(content, start);
  for (const { position, length } of ends) {
    const json = withoutFence(content.slice(start, position));
    const value = parseJson(json);
    if (value !== undefined) return { block: toBlock(value.parsed, json), end: position + length };
  }
  const [first] = ends;
  const text = withoutFence(content.slice(start, first?.position));
  if (first === undefined) return undefined;
  const isCut = text === '' && first.position === content.length;
  if (first.length === 0 && !isCut && !/^[{[]/.test(text)) return undefined;
  return { block: malformed(text), end: first.position + first.length };
}

/**
 * Where the block may end: at each closing tag, since one in a JSON string ends nothing, and, where that is forgotten, at the next
 * block or at the end. The first end that leaves valid JSON is the right one.
 */
function findEnds(content: string, start: number): { position: number; length: number }[] {
  const tags = [...content.slice(start).matchAll(/<\/tool_call>|<tool_call>/g)].map(({ 0: tag, index }) => ({
    position: start + index,
    length: tag === CLOSE_TAG ? tag.length : 0,
  }));
  return [...tags, { position: content.length, length: 0 }].slice(0, MAX_ENDS);
}

/** No call has so many closing tags in its strings; this bounds the time for a reply of nothing but tags. */
const MAX_ENDS = 50;

function withoutFence(text: string): string {
  return text.trim().replace(/^```(?:\w+)?\s*|\s*```$/g, '');
}

function parseJson(text: string): { readonly parsed: unknown } | undefined {
  try {
    return { parsed: parseModelJson(text) };
  } catch {
    // Not the end of the block, or no JSON at all: the caller tries the next end, and then says what is wrong.
    return undefined;
  }
}

function toBlock(value: unknown, text: string): XmlBlock {
  const record: Readonly<Record<string, unknown>> =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  const { name } = record;
  if (typeof name !== 'string' || name === '') {
    return { ok: false, name: 'unknown', text, problem: `The tool call has no "name". ${EXPECTED}` };
  }
  // Some models are trained to write "arguments".
  const args = record.parameters ?? record.arguments ?? {};
  return { ok: true, name, args: typeof args === 'string' ? args : JSON.stringify(args) };
}

function malformed(text: string): XmlBlock {
  const name = /"name"\s*:\s*"([^"\\]+)"/.exec(text)?.[1] ?? 'unknown';
  return {
    ok: false,
    name,
    text,
    problem: `The tool call is not valid JSON: ${jsonProblem(text)} ${EXPECTED}`,
  };
}

const EXPECTED = 'Write {"name": "…", "parameters": {…}} between <tool_call> and </tool_call>.';

function jsonProblem(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return `${errorMessage(error)}.`;
  }
}
