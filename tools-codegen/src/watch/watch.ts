import type { GenerateOptions } from '../generate-options.js';
import type { WatchOptions } from './watch-options.js';

/**
 * Runs codegen, and again whenever the project changes, until the signal aborts; then the promise resolves. Nothing that changes during a
 * run is lost.
 */
export async function watch(options: GenerateOptions, watchOptions: WatchOptions): Promise<void> {
  const { watchProject } = await import('./watch-project.js');
  await watchProject(options, watchOptions);
}
