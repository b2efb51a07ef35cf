import type { ProjectOptions } from '@toolwright/program';
import { withoutOwnFiles } from '@toolwright/program';
import type { GenerateResult } from '../generate-result.js';
import { printProject } from '../print-project.js';
import { readProject } from './read-project.js';

/** The tools of a project, as codegen would read them. */
export type ToolPreview = Pick<GenerateResult, 'tools' | 'diagnostics' | 'outFile' | 'projectDir'>;

/**
 * Reads the tools of a project as if some of its files had other texts. Writes nothing.
 * @param texts by absolute path, with forward slashes
 * @throws ToolwrightError `INVALID_PROJECT`
 */
export function previewTools(
  options: Pick<ProjectOptions, 'cwd' | 'project' | 'include' | 'exclude'>,
  texts: ReadonlyMap<string, string>,
): ToolPreview {
  const disk = withoutOwnFiles(options);
  const changed = { ...disk, readFile: (file: string) => texts.get(file) ?? disk.readFile(file) };
  const { project } = readProject(options, { disk: changed, parsedLib: new Map() });
  return printProject(project, options);
}
