import { isIdentifier } from './print-value.js';

/** Names that every generated module uses, and reserved words. */
const TAKEN =
  `Manifest manifest TypedSchema typedSchema Parameters ReturnType Exclude Record Rest any arguments as async await break case catch class const continue debugger
  default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new
  null package private protected public return static super switch this throw true try typeof undefined var void while with
  yield`.split(/\s+/);

/**
 * Assigns unique names within one module: the requested name, with a number appended if it is already taken.
 * @param taken Names that this module uses in addition to the common ones.
 */
export function createNames(taken: readonly string[] = []): (wanted: string) => string {
  const used = new Set([...TAKEN, ...taken]);
  return (wanted) => {
    const base = isIdentifier(wanted) ? wanted : 'tool';
    let name = base === 'default' ? 'Default' : base;
    for (let count = 2; used.has(name); count += 1) name = `${base}_${count}`;
    used.add(name);
    return name;
  };
}
