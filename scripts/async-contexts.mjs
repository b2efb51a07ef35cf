import { AsyncLocalStorage } from 'node:async_hooks';

/** The storages that work runs something in. On Node 20, each that was ever used makes every promise of the process slower. */
export async function asyncContexts(work) {
  const contexts = new Set();
  const { run } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function (...args) {
    contexts.add(this);
    return run.apply(this, args);
  };
  try {
    await work();
  } finally {
    AsyncLocalStorage.prototype.run = run;
  }
  return contexts;
}
