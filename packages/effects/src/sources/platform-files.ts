import { isLibraryFile } from '@toolwright/program/compiler';

/** Packages that declare what Node.js has without an import. */
const PLATFORM_TYPES = /\/node_modules\/(?:@types\/node|undici-types)\//;

/** Whether a declaration file is of ECMAScript, a browser or Node.js. The table knows their globals; others are unknown. */
export function isPlatformFile(file: string): boolean {
  return isLibraryFile(file) || PLATFORM_TYPES.test(file);
}
