import { ObjectScanner, type ScannedMember, writeJson } from '@toolwright/json';
import { CUT_CALL } from './native-calls.js';
import { memberOf, readObject } from './read-object.js';
import { refusalProblem } from './refusal-problem.js';
import type { Refusal } from './reply/decision-line.js';
import type { Grammar, Place, Verdict } from './reply/grammar.js';

/** One object of the reasoning-JSON protocol: a thought with either a tool call or a response. */
export type Decision =
  | { readonly action: 'respond'; readonly thought: string; readonly response: string }
  | {
      readonly action: 'tool';
      readonly thought: string;
      readonly name: string;
      /** The arguments as JSON, or the whole object if it has a problem. */
      readonly text: string;
      /** The reason that the call must not be executed, in words for the model. */
      readonly problem?: string | undefined;
    };

/** The parts of a conversation that determine whether an object is a decision. */
export interface DecisionContext {
  /** The member names of the requested answer, if it is an object. */
  readonly answerMembers: ReadonlySet<string>;
  /** Whether the object repeats an earlier message from another speaker. */
  isEcho(raw: string): boolean;
  readonly mayEcho: boolean;
  readonly thoughtTags: readonly string[];
}

/** Distinguishes decisions from other objects in a reply. */
export class DecisionGrammar implements Grammar<Decision, ObjectScanner> {
  readonly braces = true;
  readonly names = NAMES;
  readonly tag = undefined;
  readonly foreignTag = undefined;
  readonly thoughtTags: readonly string[];
  readonly #context: DecisionContext;

  constructor(context: DecisionContext) {
    this.thoughtTags = context.thoughtTags;
    this.#context = context;
  }

  open(opening: string): ObjectScanner {
    // The end of a code fence also ends an open object.
    const scanner = new ObjectScanner(NAMES, '`', 'response');
    scanner.push(opening, 0);
    return scanner;
  }

  streams({ members }: ObjectScanner): boolean {
    const { mayEcho, answerMembers } = this.#context;
    const response = members.get('response');
    const action = members.get('action');
    const isAnswer = action?.text === 'respond' && action.end >= 0 && response?.text !== undefined;
    return isAnswer && !mayEcho && !NAMES.some((name) => answerMembers.has(name));
  }

  stream(scanner: ObjectScanner): string {
    return scanner.take();
  }

  stub(raw: string): Decision {
    return faulty(undefined, raw, CUT_CALL);
  }

  judge(scanner: ObjectScanner, place: Place): Verdict<Decision> {
    if (place.shown)
      return isCutAnswer(scanner, place) ? call(faulty(scanner, scanner.raw, CUT_ANSWER)) : answer(scanner);
    const { keys, raw, closed } = scanner;
    const own = NAMES.filter((name) => keys.has(name) && !this.#context.answerMembers.has(name));
    if (own.length === 0) return closed || place.beside ? TEXT : this.#judgeBeginning(scanner, place);
    if (this.#context.isEcho(raw) || describesType(scanner)) return TEXT;
    if (place.beside && isUnfinished(scanner, place)) return call(faulty(scanner, raw, CUT_CALL));
    const action = actionOf(scanner);
    const complete = keys.has('action') && keys.has('thought');
    const named =
      (action === 'tool' && keys.has('tool_name')) || (action === 'respond' && keys.has('response'));
    if (!complete && isData(scanner, place, named)) return TEXT;
    if (!complete && place.beside && (!named || place.fenced || (action === 'respond' && !place.clean)))
      return TEXT;
    const decision = toDecision(scanner, place);
    // An answer executes nothing, so it is accepted even next to other text.
    if (decision?.action === 'respond') return answer(scanner);
    if (place.beside && place.fenced) return call(faulty(scanner, raw, FENCED));
    if (decision === undefined) return TEXT;
    const refused = (problem: string): Decision => ({
      ...decision,
      text: raw,
      problem: decision.problem ?? problem,
    });
    const mixed = refused(MIXED);
    if (place.beside && !complete) return call(mixed);
    const besideText = complete ? undefined : { call: named ? mixed : undefined };
    const refuse = (why: Refusal): Decision => refused(refusalProblem(why, 'JSON object', FORM));
    return { as: 'call', call: decision, refused: refuse, ...(besideText && { besideText }) };
  }

  /** Judges an object that was truncated within its first member name. */
  #judgeBeginning({ unfinishedKey = '', keys, raw }: ObjectScanner, { cut }: Place): Verdict<Decision> {
    const mayBe = keys.size === 0 && NAMES.some((name) => name.startsWith(unfinishedKey));
    return cut && mayBe ? call(this.stub(raw)) : TEXT;
  }
}

/** Matches every decision and any text that could be mistaken for a decision. */
export const DECISION_MARK = /["'“]?\b(?:action|tool_name|response)\b/;

const NAMES: readonly string[] = ['thought', 'action', 'tool_name', 'tool_input', 'response'];
const TEXT = { as: 'text' } as const;

const FORM =
  'Reply with this JSON object and nothing else: {"thought", "action", "tool_name", "tool_input", "response"}. Put the text for the user in "response".';
const MIXED = `There is other text next to the JSON object, so it was not executed. ${FORM}`;
const FENCED = `The JSON object is in a code fence next to other text, so it was not executed. ${FORM}`;

function toDecision(scanner: ObjectScanner, place: Place): Decision | undefined {
  const { members, raw, closed, keys } = scanner;
  const action = actionOf(scanner);
  const says = members.get('response')?.text !== undefined;
  const name = members.get('tool_name')?.text ?? '';
  const isTool = action === 'tool' || (isNothing(scanner, 'action') && name !== '');
  const responds =
    action === 'respond' || (says && name === '' && (isTool || isFinal(action) || keys.has('thought')));
  const repeated = NAMES.find((one) => (members.get(one)?.count ?? 0) > 1);
  if (repeated !== undefined) return faulty(scanner, raw, `The object has "${repeated}" twice. ${FORM}`);
  const lost = scanner.stopped && !says;
  if (responds && (closed || members.has('response'))) {
    if (isCutAnswer(scanner, place)) return faulty(scanner, raw, CUT_ANSWER);
    return lost ? faulty(scanner, raw, BROKEN) : toAnswer(scanner);
  }
  if (!closed)
    return place.beside && !isTool ? undefined : faulty(scanner, raw, scanner.stopped ? BROKEN : CUT_CALL);
  if (isTool) return toCall(scanner, name);
  if (action === undefined && isNothing(scanner, 'action') && !keys.has('action')) return undefined;
  // An object with only one of the member names is not a decision.
  const known = NAMES.filter((one) => keys.has(one)).length;
  return known < 2 ? undefined : faulty(scanner, raw, `"action" must be "tool" or "respond". ${FORM}`);
}

/** Whether the object describes the format of decisions, as a TypeScript type or a template does. */
function describesType({ members, raw }: ObjectScanner): boolean {
  const thought = members.get('thought');
  const isWord =
    thought?.text === undefined && /^(?:string\b|\.{3}|…)/i.test(rawValue(raw, thought).slice(0, 10));
  return isWord || /["']\s*\|\s*["']/.test(members.get('action')?.text ?? '');
}

/** Whether the object is other data that only shares some member names with decisions. */
function isData({ keys, isFolded }: ObjectScanner, { listed }: Place, named: boolean): boolean {
  return !named && (isFolded || (listed && !keys.has('action') && !keys.has('tool_input')));
}

function actionOf({ members }: ObjectScanner): string | undefined {
  return members.get('action')?.text?.toLowerCase();
}

const CUT_ANSWER = `The object ends within its "response", so the answer is incomplete. ${FORM}`;
const BROKEN = `The object is not valid JSON, so it was not executed. ${FORM}`;

function toCall(scanner: ObjectScanner, name: string): Decision {
  const { raw, members } = scanner;
  const reading = readObject(raw);
  if (!reading.ok) return faulty(scanner, raw, `The object is not valid JSON: ${reading.problem} ${FORM}`);
  if (name === '') return faulty(scanner, raw, '"tool_name" is missing, so the call was not executed.');
  if (memberOf(reading.value, 'tool_name') !== name) return faulty(scanner, raw, BROKEN);
  const input = memberOf(reading.value, 'tool_input') ?? {};
  const text =
    typeof input === 'string'
      ? input
      : reading.isPlain
        ? rawValue(raw, members.get('tool_input'))
        : writeJson(input);
  return {
    action: 'tool',
    thought: thoughtOf(scanner),
    name,
    text: text === '' || text === 'null' ? '{}' : text,
  };
}

/** Whether the reply ends within the thought or the action of a decision, before any text for the user. */
function isUnfinished({ closed, stopped, members }: ObjectScanner, { clean }: Place): boolean {
  if (closed || stopped || !clean || members.has('response')) return false;
  return members.get('thought')?.text !== undefined || members.get('action')?.text !== undefined;
}

/** Whether an answer is incomplete although the provider did not truncate the reply. The run itself reports truncated replies. */
function isCutAnswer({ isCut, closed, stopped, members }: ObjectScanner, { cut }: Place): boolean {
  return !cut && !closed && !stopped && (isCut || members.get('response')?.text === undefined);
}

function faulty(scanner: ObjectScanner | undefined, raw: string, problem: string): Decision {
  const name = scanner?.members.get('tool_name')?.text ?? '';
  return { action: 'tool', thought: scanner ? thoughtOf(scanner) : '', name, text: raw, problem };
}

function answer(scanner: ObjectScanner): Verdict<Decision> {
  const decision = toAnswer(scanner);
  return { as: 'call', call: decision, says: decision.response };
}

function toAnswer(scanner: ObjectScanner): Extract<Decision, { action: 'respond' }> {
  const member = scanner.members.get('response');
  const raw = rawValue(scanner.raw, member);
  const response = member?.text ?? (/^(?:null|None|undefined)?$/.test(raw) ? '' : raw);
  return { action: 'respond', thought: thoughtOf(scanner), response };
}

function call(decision: Decision): Verdict<Decision> {
  return { as: 'call', call: decision };
}

function thoughtOf({ members }: ObjectScanner): string {
  return members.get('thought')?.text ?? '';
}

function rawValue(raw: string, member: ScannedMember | undefined): string {
  return member === undefined || member.start < 0 ? '' : raw.slice(member.start, member.end).trim();
}

/** Whether a member is absent or null. */
function isNothing({ members, raw }: ObjectScanner, name: string): boolean {
  const member = members.get(name);
  return (
    member === undefined || (member.text === undefined && /^(?:null|None)?$/.test(rawValue(raw, member)))
  );
}

/** Whether an action is a word that models write instead of `respond`. */
function isFinal(action: string | undefined): boolean {
  return (
    action !== undefined &&
    /^(?:final|final[_ ]?(?:answer|response)|answer|finish|done|reply|response)$/i.test(action)
  );
}
