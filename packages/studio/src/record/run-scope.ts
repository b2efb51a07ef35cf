import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunInfo } from '@toolwright/contract';

/** The run that the code in progress works for. */
export const runScope = new AsyncLocalStorage<RunInfo>();
