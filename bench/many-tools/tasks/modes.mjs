import { codeMode, toolSearch } from '@toolwright/code-mode';
import { callingModel, programmingModel } from './models.mjs';
import { createShop } from './world/create-shop.mjs';

/** The ways in which a task is done. They share one company, so that the compiler of code mode starts once for each source. */
export function createModes() {
  const shop = createShop();
  const { registry } = shop;
  const programs = codeMode(registry);
  const programsWithSearch = codeMode(registry, { always: [] });
  const mode = (id, source, createModel, config = {}) => {
    const readsResults = createModel === callingModel;
    return { id, source, createModel, config, readsResults, shop };
  };
  const writing = (options) => (task, errors) => programmingModel(task, errors, options);
  return [
    mode('all tools', registry, callingModel),
    mode('search', toolSearch(registry), callingModel),
    mode('code mode', programs, writing({ retries: false })),
    mode('code mode, `dedupe`', programs, writing({ retries: false }), { dedupe: 'per-run' }),
    mode('code mode, retries in the program', programs, writing({ retries: true })),
    mode('code mode with search', programsWithSearch, writing({ retries: false })),
  ];
}
