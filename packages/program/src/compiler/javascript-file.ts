/** Whether a source is JavaScript, judged by its file name. */
export function isJavaScriptFile({ fileName }: { readonly fileName: string }): boolean {
  return /\.[cm]?jsx?$/.test(fileName);
}
