import { isRecord, type LLMProvider } from '@toolwright/contract';

/** Whether a value is a client. Plain JavaScript code may pass anything. */
export function isClient(value: unknown): value is LLMProvider {
  return isRecord(value) && typeof value.generate === 'function';
}
