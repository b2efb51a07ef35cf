import type { ProjectOptions } from '@toolwright/program';
import { withoutOwnFiles, withTexts } from '@toolwright/program';
import type { GenerateResult } from '../generate-result.js';
import { printProject } from '../print-project.js';
import { readProject } from './read-project.js';

/** The tools of a project, and its manifest, as codegen would read and write them. */
export type ToolPreview = Pick<GenerateResult, 'tools' | 'diagnostics' | 'output' | 'outFile' | 'projectDir'>;

/**
 * Reads the tools of a project as if some of its files had other texts. Writes nothing.
 * @param texts by absolute path, with forward slashes
 * @throws ToolwrightError `INVALID_PROJECT`
 */
export function previewTools(
  options: Pick<ProjectOptions, 'cwd' | 'project' | 'include' | 'exclude'>,
  texts: ReadonlyMap<string, string>,
): ToolPreview {
  const disk = withTexts(withoutOwnFiles(options), texts);
  const { project } = readProject(options, { disk, parsedLib: new Map() });
  return printProject(project, options);
}
