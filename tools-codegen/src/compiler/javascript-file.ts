/** Whether a source is in JavaScript, by its name. */
export function isJavaScriptFile({ fileName }: { readonly fileName: string }): boolean {
  return /\.[cm]?jsx?$/.test(fileName);
}
