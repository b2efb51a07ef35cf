/** Returns the module with the functions that validators call, given the library from which a manifest imports its type. */
export function runtimeModule(library: string): string {
  // Only a project without a registry uses just the contract package.
  return `${library === '@toolwright/contract' ? '@toolwright/tools' : library}/validators`;
}
