import { loadCompiler } from '../cache/compiled-compiler.js';
import { createClaims } from './claims.js';
import type { WorkerTask } from './worker-task.js';

/** The work of a worker: reads the sites that it gets, and sends them. After an error it sends nothing: the main thread meets it too. */
export async function workAlong({ options, memory, port }: WorkerTask): Promise<void> {
  const claims = createClaims(memory);
  try {
    if (options.cache !== false) loadCompiler();
    const { readShare } = await import('./read-share.js');
    const result = readShare(options, claims.take);
    if (result !== undefined) port.postMessage(result);
  } catch {
    // Without a result, the main thread reads these sites, and reports the error.
  } finally {
    claims.finish();
    port.close();
  }
}
