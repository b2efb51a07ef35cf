import { objectEnd } from './json-object-text.js';
import { parseModelJson } from './parse-model-json.js';
import { ResponseReader } from './response-reader.js';

/** One object of the reasoning-JSON protocol: what the model thinks, and what it does. */
export type Decision =
  | { readonly action: 'respond'; readonly thought: string; readonly response: string }
  | {
      readonly action: 'tool';
      readonly thought: string;
      readonly name: string;
      readonly input: unknown;
      /** The reply ends within the call. */
      readonly incomplete?: true;
    };

export interface DecisionReply {
  /** What stands before the first decision; the whole text where there is none. */
  readonly text: string;
  /** One response, or calls that belong together. */
  readonly decisions: readonly Decision[];
}

/**
 * Reads the decisions in a reply. Every object in the text is tried, those within objects as well. The first decision counts, and
 * where that is a call, those that follow it at once; a model that writes on has not seen any result, so it invents one.
 */
export function readDecisions(content: string): DecisionReply {
  const first = findDecision(content, 0);
  if (first === undefined) return { text: content, decisions: [] };
  const text = content.slice(0, first.start).replace(LEAD_IN, '');
  const decisions = [first.decision];
  let { end } = first;
  while (decisions.at(-1)?.action === 'tool') {
    const gap = GAP.exec(content.slice(end))?.[0] ?? '';
    const next = readCandidate(content, end + gap.length);
    if (next?.decision?.action !== 'tool') break;
    decisions.push(next.decision);
    end = next.end;
  }
  return { text, decisions };
}

/** A text in which no object can be read as a decision: the names that make one have their quotes escaped. */
export function quoteDecisions(text: string): string {
  return MARKS.test(text)
    ? text.replace(new RegExp(MARKS, 'g'), (mark) => `\\"${mark.slice(1, -1)}\\"`)
    : text;
}

/** What may stand between prose and an object that belongs to it: white space, a fence, the bracket of a list. */
export const LEAD_IN = /\s*(?:`{1,3}(?:json)?\s*)?(?:\[\s*)?$/i;
const GAP = /^(?:\s|,|```(?:json)?|\[|\])*/i;

interface Found {
  readonly decision: Decision;
  /** Of the outermost object around it. */
  readonly start: number;
  readonly end: number;
}

function findDecision(text: string, offset: number): Found | undefined {
  // Most texts with braces in them are no decisions; this spares the look at each of them.
  if (!MARKS.test(text)) return undefined;
  for (let start = text.indexOf('{'); start !== -1; ) {
    const { decision, end } = readCandidate(text, start);
    if (decision !== undefined) return { decision, start: offset + start, end: offset + end };
    const within = findDecision(text.slice(start + 1, end), offset + start + 1);
    if (within !== undefined) return { ...within, start: offset + start };
    start = text.indexOf('{', end);
  }
  return undefined;
}

const MARKS = /"(?:action|tool_name|response)"/;

function readCandidate(
  text: string,
  start: number,
): { readonly decision: Decision | undefined; readonly end: number } {
  const end = objectEnd(text, start) ?? text.length;
  const candidate = text.slice(start, end);
  if (!candidate.startsWith('{') || !MARKS.test(candidate)) return { decision: undefined, end };
  return { decision: parseDecision(candidate, end === text.length), end };
}

/** A response that was cut, or that breaks a rule of JSON somewhere, is a response as far as it goes; a call is never mended. */
function parseDecision(candidate: string, isLast: boolean): Decision | undefined {
  try {
    return toDecision(parseModelJson(candidate));
  } catch {
    const reader = new ResponseReader();
    const response = reader.push(candidate) + reader.end();
    const { begun, thought, action, closed } = reader;
    if (begun) return { action: 'respond', thought, response };
    const isCut = isLast && !closed && action === 'tool';
    return isCut ? { action, thought, name: reader.toolName, input: candidate, incomplete: true } : undefined;
  }
}

function toDecision(value: unknown): Decision | undefined {
  if (typeof value !== 'object') return undefined;
  const {
    action,
    thought,
    tool_name: name,
    tool_input: input,
    response,
  }: Readonly<Record<string, unknown>> = { ...value };
  const thinks = typeof thought === 'string' ? thought : '';
  const isCall = action === 'tool' || (action !== 'respond' && typeof name === 'string' && name !== '');
  if (isCall && (typeof name === 'string' || response == null)) {
    return {
      action: 'tool',
      thought: thinks,
      name: typeof name === 'string' ? name : '',
      input: input ?? {},
    };
  }
  const responds =
    isCall || action === 'respond' || (action === undefined && thinks !== '' && response !== undefined);
  return responds ? { action: 'respond', thought: thinks, response: toText(response) } : undefined;
}

function toText(response: unknown): string {
  if (response === undefined || response === null) return '';
  return typeof response === 'string' ? response : JSON.stringify(response);
}
