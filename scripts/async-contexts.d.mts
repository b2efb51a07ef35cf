import type { AsyncLocalStorage } from 'node:async_hooks';

export declare function asyncContexts(
  work: () => Promise<unknown>,
): Promise<ReadonlySet<AsyncLocalStorage<unknown>>>;
