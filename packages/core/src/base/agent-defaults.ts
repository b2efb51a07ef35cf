/** What an agent does unless its configuration says otherwise. What is not listed here is unset. */
export const AGENT_DEFAULTS = {
  name: 'agent',
  description: '',
  introduce: true,
  /** Requests to the model in a run. */
  maxIterations: 10,
  /** Messages of the history. */
  maxHistory: 100,
  /** Agents that start each other. */
  maxDepth: 5,
  onLimit: 'stop',
  onFailure: 'return',
  dedupe: 'off',
  /** Calls of one reply at once. */
  toolConcurrency: 8,
  toolTimeoutMs: 60_000,
  verbose: false,
  enableLogging: false,
  now: () => performance.timeOrigin + performance.now(),
  newId: () => crypto.randomUUID(),
} as const;
