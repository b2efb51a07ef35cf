import { isLibraryFile } from '@toolwright/program/compiler';

/** Packages that declare names which Node.js provides without an import. */
const PLATFORM_TYPES = /\/node_modules\/(?:@types\/node|undici-types)\//;

/** Whether a declaration file belongs to ECMAScript, a browser or Node.js. The table lists their globals; others are unknown. */
export function isPlatformFile(file: string): boolean {
  return isLibraryFile(file) || PLATFORM_TYPES.test(file);
}
