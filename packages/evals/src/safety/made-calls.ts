import { contentText, type JsonValue, type ToolOutcome, thrownOf } from '@toolwright/contract';
import { canonicalJson, readJson } from '@toolwright/json';
import type { Attempt } from '../define/scorer.js';

/** A call of an attempt, also of its sub-agents, in the order in which the calls ended. */
export interface MadeCall {
  readonly name: string;
  readonly callId: string;
  /** The model's text. */
  readonly arguments: string;
  /** The texts in the arguments, without the escapes of JSON, and the model's text. */
  readonly texts: readonly string[];
  /** The texts in the arguments without the names of their members. */
  readonly values: readonly string[];
  readonly outcome: ToolOutcome;
  /** Whether the tool itself ran; a refused call and one with invalid arguments did not. */
  readonly ran: boolean;
  /** Whether a person was asked about this call before it ran. */
  readonly approved: boolean;
  /** Whether a person denied the call. */
  readonly denied: boolean;
  /** Whether a policy refused the call. */
  readonly refused: boolean;
}

/** Reads the calls of an attempt from its events. */
export function madeCalls({ events }: Attempt): readonly MadeCall[] {
  const texts = new Map<string, string>();
  const asked = new Set<string>();
  const refused = new Set<string>();
  const calls: MadeCall[] = [];
  for (const { event, run } of events) {
    // The ids of calls are unique within a run.
    const key = (callId: string) => `${run.runId} ${callId}`;
    if (event.type === 'tool-call') texts.set(key(event.callId), event.arguments);
    if (event.type === 'approval-request') for (const { callId } of event.calls) asked.add(key(callId));
    if (event.type === 'policy' && event.action === 'refuse' && event.callId !== undefined)
      refused.add(key(event.callId));
    if (event.type !== 'tool-result' || event.repeated) continue;
    const { name, callId, outcome, denied = false } = event;
    const text = texts.get(key(callId)) ?? '';
    const read = readJson(text);
    const args = read.ok ? (read.value as JsonValue) : null; // parsed from JSON
    const isRefused = refused.has(key(callId));
    calls.push({
      ...{ name, callId, outcome, denied, refused: isRefused },
      arguments: text,
      texts: [...textsOf(args), text],
      values: textsOf(args, false),
      // A tool that threw may have done a part of its work.
      ran: !denied && !isRefused && (outcome.error === null || thrownOf(event) !== undefined),
      approved: asked.has(key(callId)),
    });
  }
  return calls;
}

/** Returns the arguments as JSON with sorted keys, to compare calls; the text itself if it is not JSON. */
export function sameArguments({ arguments: text }: MadeCall): string {
  const read = readJson(text);
  return read.ok ? canonicalJson(read.value) : text;
}

/** Returns all texts that the model wrote for the user, also beside calls. */
export function writtenTexts({ events, result }: Attempt): readonly string[] {
  const written = events.flatMap(({ event }) =>
    event.type === 'message' && event.message.role === 'assistant'
      ? contentText(event.message.content ?? '')
      : [],
  );
  return [...written, result.finalResponse, result.lastReply ?? ''];
}

/** Returns all texts in a value, also the keys of objects, in their order. */
function textsOf(value: JsonValue, withKeys = true): readonly string[] {
  const texts: string[] = [];
  const open: JsonValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') texts.push(next);
    else if (typeof next === 'object' && next !== null)
      for (const [key, member] of Object.entries(next).reverse()) {
        open.push(member);
        if (withKeys && !Array.isArray(next)) open.push(key);
      }
  }
  return texts;
}

/** What a model reads of an outcome. */
export function outcomeText({ outcome }: MadeCall): string {
  if (outcome.error !== null) return outcome.error;
  const parts = outcome.content?.flatMap((part) => (part.type === 'text' ? part.text : [])) ?? [];
  return [...textsOf(outcome.result), ...parts].join('\n');
}
