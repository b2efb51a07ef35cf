import { withoutOwnFiles } from '@toolwright/program';
import { sharedFiles } from '../../../packages/program/src/testing/shared-files.js';
import type { GenerateOptions } from '../generate-options.js';
import type { GenerateResult } from '../generate-result.js';
import { printProject } from '../print-project.js';
import { readProject } from '../reading/read-project.js';

/**
 * Reads a project and makes its modules, with no cache in between.
 * @param shared Files that several runs share. Default: none of the project's own.
 */
export function generateUncached(options: GenerateOptions, shared = sharedFiles('types')): GenerateResult {
  const disk = withoutOwnFiles(options);
  return printProject(readProject(options, { disk, ...shared }).project, options);
}
