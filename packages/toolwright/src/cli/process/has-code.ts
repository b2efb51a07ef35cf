/** Whether something thrown carries this code, as Node's own errors do. */
export function hasCode(thrown: unknown, code: string): boolean {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === code;
}
