/** The module with what validators call, of the library from which a manifest imports its type. */
export function runtimeModule(library: string): string {
  // Only a project without a registry has no more than the contract.
  return `${library === '@toolwright/contract' ? '@toolwright/tools' : library}/validators`;
}
