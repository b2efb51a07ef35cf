/** Converts a path to forward slashes, the form that the compiler and the manifest use on all systems. */
export function slashed(file: string): string {
  return file.replaceAll('\\', '/');
}
