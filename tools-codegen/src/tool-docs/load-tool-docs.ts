import { findProof } from '../effects/proof.js';
import type { ReadDocsOptions, ToolDocsRun } from './read-tool-docs.js';

/**
 * Reads the tools of a project together with the JSDoc that is meant for people. Writes nothing, and runs none of the project's code. Loads
 * the compiler.
 * @throws ToolwrightError `INVALID_PROJECT` when the project cannot be read, `INVALID_CONFIG` for a pattern that matches no file.
 */
export async function readToolDocs(options: ReadDocsOptions): Promise<ToolDocsRun> {
  const { readProjectDocs } = await import('./read-tool-docs.js');
  return readProjectDocs(options, await findProof(options));
}
