/** A path with forward slashes, as the compiler and the manifest write it on every system. */
export function slashed(file: string): string {
  return file.replaceAll('\\', '/');
}
