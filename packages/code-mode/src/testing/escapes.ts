import { ENDLESS_PROGRAMS } from './endless-programs.js';
import type { Escape } from './escape.js';
import { FORGED_MESSAGES } from './forgeries.js';
import { STRANGE_VALUES } from './strange-values.js';
import { WAYS_TO_THE_HOST } from './ways-to-the-host.js';

/** Programs that try to leave the sandbox, to stall it or to confuse its host. */
export const ESCAPES: readonly Escape[] = [
  ...FORGED_MESSAGES,
  ...WAYS_TO_THE_HOST,
  ...STRANGE_VALUES,
  ...ENDLESS_PROGRAMS,
];
