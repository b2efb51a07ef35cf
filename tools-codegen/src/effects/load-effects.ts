import type { EffectsOptions, EffectsResult } from './effects-options.js';

/**
 * Finds what each tool of a project can do: which effects its code reaches, by which calls, and whether its hints agree. Loads the
 * compiler. Runs none of the project's code and writes nothing.
 * @throws ToolwrightError `INVALID_PROJECT` when the project cannot be read, `INVALID_CONFIG` when toolwright.config.json does not fit.
 */
export async function findEffects(options: EffectsOptions = {}): Promise<EffectsResult> {
  const { analyseProject } = await import('./analyse-project.js');
  return analyseProject(options);
}
