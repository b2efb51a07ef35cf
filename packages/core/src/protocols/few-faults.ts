import type { ReplyContext, RequestedCall } from './tool-call-protocol.js';

/**
 * Keeps the first invalid calls of a reply and only counts the rest, because an error for every invalid call could be many times as
 * long as the reply.
 */
export function fewFaults(
  calls: readonly RequestedCall[],
  { tools }: Pick<ReplyContext, 'tools'>,
): readonly RequestedCall[] {
  if (calls.length <= MAX_FAULTS) return calls;
  const names = new Set(tools.map(({ name }) => name));
  const faulty = calls.filter(({ name, problem }) => problem !== undefined || !names.has(name));
  const last = faulty[MAX_FAULTS - 1];
  const dropped = new Set(faulty.slice(MAX_FAULTS));
  if (last === undefined || dropped.size === 0) return calls;
  const others = dropped.size === 1 ? '1 more call' : `${dropped.size} more calls`;
  const told = tell(last, `${others} in this reply could not be executed either.`);
  return calls.filter((call) => !dropped.has(call)).map((call) => (call === last ? told : call));
}

function tell(call: RequestedCall, sentence: string): RequestedCall {
  if (call.problem === undefined) return { ...call, note: `${sentence}\n` };
  return { ...call, problem: `${call.problem} ${sentence}` };
}

/** Enough to show the model what is wrong. */
const MAX_FAULTS = 3;
