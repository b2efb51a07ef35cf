import type { GenerateOptions } from '../generate-options.js';
import type { WatchOptions } from './watch-options.js';

/**
 * Runs codegen once, and again after each change to the project, until the signal is aborted; the promise then resolves. Changes during a
 * run trigger another run.
 */
export async function watch(options: GenerateOptions, watchOptions: WatchOptions): Promise<void> {
  const { watchProject } = await import('./watch-project.js');
  await watchProject(options, watchOptions);
}
