import { loggers } from './sinks/loggers.js';
import { adapters, userInterfaces } from './sinks/outside.js';
import { commandLine, servers } from './sinks/processes.js';
import { programs } from './sinks/runs.js';
import type { Sink } from './sinks/sink.js';
import { stores } from './sinks/stores.js';

/** Each place where values of a program may come out, under the name by which packages export it. */
export const SINKS: Readonly<Record<string, Sink>> = {
  ...programs(),
  ...loggers(),
  ...stores(),
  ...userInterfaces(),
  ...adapters(),
  ...servers(),
  'toolwright call': commandLine,
};
