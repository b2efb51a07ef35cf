import { findProof } from '../effects/proof.js';
import type { LintOptions, LintRun } from './lint.js';

/**
 * Checks the texts in a project that models read: those of its tools, its prompts and its agents' handoffs. Writes nothing, and runs none
 * of the project's code. Loads the compiler.
 * @throws ToolwrightError `INVALID_PROJECT` when the project cannot be read, `INVALID_CONFIG` for a pattern that matches no file,
 * `UNSUPPORTED` for an unknown provider.
 */
export async function lint(options: LintOptions): Promise<LintRun> {
  const { lintProject } = await import('./lint.js');
  const proof = options.directories?.length ? await findProof(options) : undefined;
  return lintProject(options, undefined, proof);
}
