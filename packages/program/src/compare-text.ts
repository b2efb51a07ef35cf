/** A comparison by code unit, for `sort`. Unlike `localeCompare`, it does not depend on the machine's locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
