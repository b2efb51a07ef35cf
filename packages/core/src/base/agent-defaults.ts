import { randomUuid } from '@toolwright/contract';

/** The defaults of an agent. Options that are not listed have no default. */
export const AGENT_DEFAULTS = {
  name: 'agent',
  description: '',
  introduce: true,
  /** Model requests per run. */
  maxIterations: 10,
  /** Messages in the history. */
  maxHistory: 100,
  /** Nesting depth of agents called as tools. */
  maxDepth: 5,
  onLimit: 'stop',
  onFailure: 'return',
  dedupe: 'off',
  /** Parallel calls of one reply. */
  toolConcurrency: 8,
  toolTimeoutMs: 60_000,
  verbose: false,
  enableLogging: false,
  now: () => performance.timeOrigin + performance.now(),
  newId: randomUuid,
} as const;
