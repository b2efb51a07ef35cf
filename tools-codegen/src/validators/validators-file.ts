/** Where the validators of a manifest go: `src/toolwright.gen.ts` → `src/toolwright.validators.gen.ts`. */
export function validatorsFile(outFile: string): string {
  return outFile.replace(/(?:\.gen)?\.[mc]?[jt]s$/, (ending) => `.validators${ending}`);
}

/** The module with what validators call, of the library from which a manifest imports its type. */
export function runtimeModule(library: string): string {
  // Only a project without a registry has no more than the contract.
  return `${library === '@toolwright/contract' ? '@toolwright/tools' : library}/validators`;
}
