/** The module with the functions that validators call, for the library from which a manifest imports its type. */
export function runtimeModule(library: string): string {
  // Only a project without a registry uses the contract package alone.
  return `${library === '@toolwright/contract' ? '@toolwright/tools' : library}/validators`;
}
