/** Whether the program runs in a page, whose keys everyone can read. */
export function isBrowser(): boolean {
  const { document, navigator } = globalThis as { readonly document?: unknown; readonly navigator?: unknown };
  return document !== undefined && navigator !== undefined;
}
