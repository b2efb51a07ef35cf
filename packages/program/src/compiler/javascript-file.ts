export function isJavaScriptFile({ fileName }: { readonly fileName: string }): boolean {
  return /\.[cm]?jsx?$/.test(fileName);
}
