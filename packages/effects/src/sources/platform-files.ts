import { isLibraryFile } from '@toolwright/program/compiler';

/** Matches packages with declarations of names that Node.js provides without an import. */
const PLATFORM_TYPES = /\/node_modules\/(?:@types\/node|undici-types)\//;

/**
 * Whether a declaration file belongs to ECMAScript, a browser or Node.js. The table lists their globals with effects; other packages are
 * unknown.
 */
export function isPlatformFile(file: string): boolean {
  return isLibraryFile(file) || PLATFORM_TYPES.test(file);
}
