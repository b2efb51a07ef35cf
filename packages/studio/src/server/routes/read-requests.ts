import { isJsonObject, isRecord, type JsonObject } from '@toolwright/contract';
import type {
  CallRequest,
  DecisionsRequest,
  EditedToolCall,
  ReplayRequest,
  RunRequest,
} from '../../protocol/requests.js';
import type { RunPlace } from '../../protocol/run-place.js';
import { decodeSegment } from '../../protocol/segment.js';
import { failure, type ShownFailure } from '../../protocol/shown-failure.js';
import type { RunSettings } from '../../protocol/studio-event.js';

/** @throws ShownFailure `BAD_REQUEST`, like all functions in this file */
export function readCallRequest({ tool, arguments: args, consent }: JsonObject): CallRequest {
  if (typeof tool !== 'string') throw wrong("'tool' must be the name of a tool.");
  if (!isRecord(args) || !isJsonObject(args)) throw wrong("'arguments' must be an object.");
  if (consent !== undefined && consent !== true) throw wrong("'consent' must be true or omitted.");
  return { tool, arguments: args, ...(consent && { consent }) };
}

export function readRunRequest({ agent, input, after, settings }: JsonObject): RunRequest {
  if (typeof agent !== 'string') throw wrong("'agent' must be the name of an agent.");
  if (typeof input !== 'string') throw wrong("'input' must be a string.");
  if (after !== undefined && !isTextList(after)) throw wrong("'after' must be a list of run ids.");
  return { agent, input, ...(after && { after }), ...(settings !== undefined && readSettings(settings)) };
}

function readSettings(value: unknown): { readonly settings: RunSettings } {
  if (!isRecord(value)) throw wrong("'settings' must be an object.");
  const { model, systemPrompt, temperature, tools } = value;
  if (model !== undefined && (typeof model !== 'string' || model === ''))
    throw wrong("'model' must be the name of a model.");
  if (systemPrompt !== undefined && typeof systemPrompt !== 'string')
    throw wrong("'systemPrompt' must be a string.");
  if (temperature !== undefined && (typeof temperature !== 'number' || temperature < 0))
    throw wrong("'temperature' must be a number of at least 0.");
  if (tools !== undefined && !isTextList(tools)) throw wrong("'tools' must be a list of names.");
  return {
    settings: {
      ...(model !== undefined && { model }),
      ...(systemPrompt !== undefined && { systemPrompt }),
      ...(temperature !== undefined && { temperature }),
      ...(tools && { tools }),
    },
  };
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

export function readDecisions(body: JsonObject): DecisionsRequest {
  const decisions = Object.entries(body).map(([callId, decision]) => {
    if (!isRecord(decision)) throw wrong(`The decision about '${callId}' must be an object.`);
    const { approved, reason, arguments: args } = decision;
    if (approved === true) {
      if (args === undefined) return [callId, { approved }] as const;
      if (isRecord(args) && isJsonObject(args)) return [callId, { approved, arguments: args }] as const;
      throw wrong(`The 'arguments' of the decision about '${callId}' must be an object.`);
    }
    if (approved !== false || (reason !== undefined && typeof reason !== 'string')) {
      throw wrong(
        `The decision about '${callId}' must be { approved: true, arguments } or { approved: false, reason }.`,
      );
    }
    return [callId, { approved, ...(reason !== undefined && { reason }) }] as const;
  });
  return Object.fromEntries(decisions);
}

export function readReplayRequest({ branch }: JsonObject): ReplayRequest {
  if (branch === undefined) return {};
  if (isRecord(branch) && branch.kind === 'reply') {
    const { step, text, calls } = branch;
    if (typeof step === 'number' && Number.isInteger(step) && step >= 0 && typeof text === 'string') {
      return {
        branch: { kind: 'reply', step, text, ...(calls !== undefined && { calls: readCalls(calls) }) },
      };
    }
    throw wrong("A branch from a reply requires 'step', an index starting at 0, and 'text'.");
  }
  if (isRecord(branch) && branch.kind === 'result' && typeof branch.callId === 'string') {
    const { callId, result } = branch as JsonObject & { readonly callId: string }; // checked above
    if (result !== undefined) return { branch: { kind: 'result', callId, result } };
  }
  throw wrong("'branch' must be { kind: 'reply', step, text } or { kind: 'result', callId, result }.");
}

/** Validates the id of an attached program. */
export function readProgramId(text: string): string {
  if (/^[\w-]{1,64}$/.test(text)) return text;
  throw wrong('The id of a program must be 1 to 64 letters, digits, underscores or hyphens.');
}

function readCalls(value: unknown): readonly EditedToolCall[] {
  if (!Array.isArray(value)) throw wrong("'calls' must be a list.");
  return value.map((call: unknown) => {
    if (isRecord(call) && typeof call.name === 'string' && call.name !== '') {
      const { id, name, arguments: args } = call;
      const isId = id === undefined || typeof id === 'string';
      if (isId && typeof args === 'string') return { ...(id !== undefined && { id }), name, arguments: args };
    }
    throw wrong("A call requires 'name' and 'arguments' as JSON text, and 'id' if it was recorded.");
  });
}

/**
 * Reads a number from the query.
 * @param least the minimum
 */
export function readNumber(query: URLSearchParams, name: string, least = 0): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const number = Number(text);
  if (Number.isFinite(number) && number >= least) return number;
  throw wrong(`'${name}' must be a number${Number.isFinite(least) ? ` of at least ${least}` : ''}.`);
}

/** Reads the position after which a list continues. */
export function readPlace(query: URLSearchParams): RunPlace | undefined {
  const startedAt = readNumber(query, 'before', Number.NEGATIVE_INFINITY); // a wrong clock may be before 1970
  return startedAt === undefined ? undefined : { startedAt, runId: query.get('beforeId') ?? '' };
}

/** Reads run ids, which are encoded as path segments. */
export function readRunIds(query: URLSearchParams, most: number): readonly string[] {
  try {
    return query.getAll('id').slice(0, most).map(decodeSegment);
  } catch {
    throw wrong("'id' must be the id of a run, encoded as a path segment.");
  }
}

function wrong(message: string): ShownFailure {
  return failure('BAD_REQUEST', message);
}
