import type { LLMDelta } from '@toolwright/contract';
import { argumentsText } from '../../../reply/reply-fields.js';
import type { OutputItem } from './output-items.js';

/** Starts a call, whose arguments follow. */
export function beginCall(open: OutputItem, item: Record<string, unknown>, deltas: LLMDelta[]): void {
  const id = typeof item.call_id === 'string' ? item.call_id : undefined;
  const name = typeof item.name === 'string' ? item.name : undefined;
  open.call = { id, name, arguments: open.call?.arguments ?? '' };
  deltas.push({ type: 'tool-call-delta', index: open.index, id, name });
}

/** Completes a call. Its final form replaces the received fragments. */
export function settleCall(open: OutputItem, item: Record<string, unknown>, deltas: LLMDelta[]): void {
  const begun = open.call;
  if (begun === undefined) beginCall(open, item, deltas);
  const { id, name, arguments: sent } = open.call ?? {};
  const final = {
    id: typeof item.call_id === 'string' ? item.call_id : id,
    name: typeof item.name === 'string' ? item.name : name,
    // Some servers omit the arguments in the final form.
    arguments: argumentsText(item.arguments) || (sent ?? ''),
  };
  open.call = final;
  if (final.arguments === sent && final.name === name && final.id === id) return;
  const isContinued = begun === undefined || (sent === '' && final.name === name && final.id === id);
  const delta = { type: 'tool-call-delta', index: open.index } as const;
  deltas.push(isContinued ? { ...delta, arguments: final.arguments } : { ...delta, ...final, whole: true });
}
