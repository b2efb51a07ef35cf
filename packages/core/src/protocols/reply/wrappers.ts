/** Elements that models write around their calls, beside other text as well. */
const LISTS: ReadonlySet<string> = new Set(['tool_calls', 'function_calls']);

/** Elements that models write around a whole reply. */
const WHOLE: ReadonlySet<string> = new Set([
  ...['json', 'tool_call', 'function_call', 'call', 'calls', 'action', 'decision'],
  ...['answer', 'output', 'reply', 'response'],
]);

export const WRAPPERS: readonly string[] = [...LISTS, ...WHOLE];

/** Whether it wraps calls only where there is no other text. */
export function isWhole(name: string): boolean {
  return WHOLE.has(name);
}
