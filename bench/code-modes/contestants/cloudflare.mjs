import { join } from 'node:path';
import { Miniflare } from 'miniflare';

const WORKER = join(import.meta.dirname, 'cloudflare-worker.bundle.mjs');

/** A Worker in workerd, with a durable runtime in a folder. `plain`: `createCodeTool` instead. */
export function create({ ms, folder, pauses }) {
  const host = new Miniflare({
    modules: true,
    scriptPath: WORKER,
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['nodejs_compat'],
    durableObjects: { HOST: { className: 'Host', useSQLite: true } },
    durableObjectsPersist: folder,
    workerLoaders: { LOADER: {} },
  });
  const ask = async (path, body) => {
    const response = await host.dispatchFetch(`http://localhost/${path}`, {
      method: 'POST',
      body: JSON.stringify({ ms, pauses, ...body }),
    });
    return response.json();
  };
  return {
    run: (code) => ask('run', { code: `async () => {\n${code}\n}` }),
    resume: (state, approved) => ask('resume', { state, approved }),
    calls: () => ask('calls', {}),
    close: () => host.dispose(),
  };
}
