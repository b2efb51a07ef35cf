import type { CallShape } from '@toolwright/contract';
import { readSignature, type ShownSignature } from './parameter-list.js';

/**
 * Compares the parameters in a function's source text with those in the manifest. Builds rename parameters, wrap functions and move
 * initializers into bodies, so only differences that no build can cause are reported.
 * @param isOwn whether the function is the method that the manifest's entry describes, rather than an override
 * @returns the parameters in the code and in the manifest; undefined if both may be the same
 */
export function staleParameters(
  fn: (...args: never[]) => unknown,
  call: CallShape,
  isOwn: boolean,
): { readonly code: string; readonly manifest: string } | undefined {
  if (call.declared) return undefined;
  const text = Function.prototype.toString.call(fn);
  const shown = readSignature(text);
  if (shown === undefined) return undefined;
  const isMethod = isOwn && shown.method !== undefined;
  const isStale =
    (isMethod && takesMore(fn, call)) ||
    (isReadable(shown) && differs(shown, call, isMethod)) ||
    changedForms(shown, call, isMethod) ||
    changedPlaces(shown, call, isSpaced(text));
  // A function that reads `arguments` may take more parameters than it lists. Compilers emit such functions.
  if (!isStale || /\barguments\b/.test(text)) return undefined;
  const code = shown.parameters.map(({ name = '{ … }', rest }) => `${rest ? '...' : ''}${name}`);
  const manifest = call.parameters.map((name, index) => {
    const rest = call.rest && index === call.parameters.length - 1 ? '...' : '';
    return `${rest}${name === null ? 'context' : call.whole ? '{ … }' : name}`;
  });
  return { code: `(${code.join(', ')})`, manifest: `(${manifest.join(', ')})` };
}

/**
 * Whether a function takes more parameters than the manifest says. Minifiers never add parameters. `length` counts only the parameters
 * before the first initializer.
 */
function takesMore(fn: (...args: never[]) => unknown, { parameters, rest }: CallShape): boolean {
  return fn.length > parameters.length - (rest ? 1 : 0);
}

/**
 * Whether the names are original. Minifiers shorten all names of a function to a few letters; obfuscators use recognizable names.
 */
function isReadable({ parameters }: ShownSignature): boolean {
  const names = parameters.flatMap(({ name }) => name ?? []);
  return names.some((name) => name.length > 3) && !names.some(isMade);
}

/** Whether a compiler or obfuscator generated a name: `_0`, `_ref`, `_0x3fa1`. */
function isMade(name: string): boolean {
  return /^(?:_\d|_0x|_ref|_param|_x\d*$|_a$|_b$|param$|\$)/.test(name);
}

function differs({ parameters }: ShownSignature, call: CallShape, isMethod: boolean): boolean {
  // Wrappers forward all arguments: `(...args)`.
  const names = parameters.map(({ name, rest }) => (rest && !call.rest ? undefined : name && plain(name)));
  const said = call.parameters.map((name) => (name === null || call.whole ? undefined : plain(name)));
  const changed = said.flatMap((name, index) => {
    const other = names[index];
    return name === undefined || other === undefined || other === name ? [] : [{ name, other }];
  });
  // If one of the names occurs at another position, the parameters were moved rather than renamed.
  if (changed.some(({ name, other }) => names.includes(name) || said.includes(other))) return true;
  if (changed.length > 0) return isMethod && changed.every(({ other }) => other.length > 3);
  const isSame = said.length > 0 && said.every((name, index) => name !== undefined && name === names[index]);
  return isSame && names.length > said.length;
}

/**
 * Whether the manifest's names occur in another order: `(lon, lat)` for `(lat, lon)`. A minifier does not produce these names by chance,
 * except single letters, which are considered only in code with its original whitespace.
 */
function changedPlaces({ parameters }: ShownSignature, call: CallShape, isWritten: boolean): boolean {
  const names = parameters.map(({ name = '' }) => name);
  const said = call.parameters.map((name) => (call.whole ? '' : (name ?? '')));
  const isSame = names.every((name, index) => name === said[index]);
  return (
    !isSame &&
    names.every((name) => name.length > (isWritten ? 0 : 1)) &&
    names.toSorted().join() === said.toSorted().join()
  );
}

function isSpaced(text: string): boolean {
  return /^[^{}]*, [^{}]*\) (?:=> )?\{/.test(text);
}

/**
 * Whether a parameter became or is no longer destructured or a rest parameter. Builds move patterns and rest parameters into bodies, but
 * never add them to a parameter list. The rest parameters of wrappers have general names.
 */
function changedForms(shown: ShownSignature, call: CallShape, isMethod: boolean): boolean {
  return shown.parameters.some(({ name, rest }, index) => {
    const said = call.parameters[index];
    if (said === null || said === undefined || said === '') return false;
    // `arguments` is codegen's name for a destructured object.
    if (call.whole) return isMethod && said === 'arguments' && name !== undefined && isReadable(shown);
    if (name === undefined) return !rest;
    const isRest = call.rest === true && index === call.parameters.length - 1;
    if (rest === isRest || name.length < 2 || plain(name) !== plain(said)) return false;
    return isMethod || !GENERAL.has(plain(name));
  });
}

/** The names that wrappers use for the parameters that they forward. */
const GENERAL: ReadonlySet<string> = new Set(
  'args given input inputs items params parameters rest values'.split(' '),
);

/** Removes affixes that compilers and bundlers add to a name that is already used: `city_1`, `city$1`, `city2`, `_city`. */
function plain(name: string): string {
  return name.replace(/^[_$]+/, '').replace(/[_$]*\d*[_$]*$/, '') || name;
}
