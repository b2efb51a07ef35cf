import { withoutOwnFiles } from '@toolwright/program';
import type { ParsedLib } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { GenerateOptions } from './generate-options.js';
import type { GenerateResult } from './generate-result.js';
import { printProject } from './print-project.js';
import { readProject } from './reading/read-project.js';

/**
 * Reads a project and makes its modules, with no cache in between.
 * @param parsedLib Parsed declarations of the standard library, which several runs share.
 * @param parsed Other parsed files, which several runs share.
 */
export function generateWith(
  options: GenerateOptions,
  parsedLib: ParsedLib,
  parsed?: Map<string, ts.SourceFile>,
): GenerateResult {
  const disk = withoutOwnFiles(options);
  return printProject(readProject(options, { disk, parsedLib, parsed }).project, options);
}
