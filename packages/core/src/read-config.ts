import { createConsoleLogger } from '@toolwright/logger';
import type { AgentConfig } from './agent-config.js';
import type { AgentSettings } from './agent-settings.js';
import { checkConfig } from './check-config.js';
import type { Handoff } from './delegation/handoff.js';
import { HandoffTools } from './delegation/handoff-tools.js';
import { resolveProtocol } from './protocols/resolve-protocol.js';
import { mergeRequestOptions } from './run-options.js';
import { NO_TOOLS, type ToolSource } from './tool-source.js';

/** Fills in the defaults. @throws ToolwrightError `INVALID_CONFIG` */
export function readConfig(config: AgentConfig): AgentSettings {
  checkConfig(config);
  return {
    client: config.llmClient,
    name: config.name ?? DEFAULTS.name,
    description: config.description ?? '',
    tools: readTools(config),
    protocol: resolveProtocol(config.protocol, config.llmClient),
    maxIterations: config.maxIterations ?? DEFAULTS.maxIterations,
    maxDepth: config.maxDepth ?? DEFAULTS.maxDepth,
    budget: config.budget ?? {},
    price: config.price,
    compaction: config.compaction,
    onLimit: config.onLimit ?? DEFAULTS.onLimit,
    onFailure: config.onFailure ?? DEFAULTS.onFailure,
    dedupe: config.dedupe ?? DEFAULTS.dedupe,
    afterTools: config.afterTools,
    finalPrompt: config.finalPrompt,
    toolConcurrency: config.toolConcurrency ?? DEFAULTS.toolConcurrency,
    toolTimeoutMs: config.toolTimeoutMs ?? DEFAULTS.toolTimeoutMs,
    logger: config.logger ?? (config.enableLogging ? createConsoleLogger() : undefined),
    request: mergeRequestOptions(config),
    now: config.runtime?.now ?? DEFAULTS.now,
    newId: config.runtime?.newId ?? DEFAULTS.newId,
  };
}

/** The agents that may take over, asked for when they are needed. */
export function readHandoffs({ handoffs = [] }: AgentConfig): () => readonly Handoff[] {
  return typeof handoffs === 'function' ? handoffs : () => handoffs;
}

function readTools(config: AgentConfig): ToolSource {
  const own = config.toolRegistry ?? DEFAULTS.tools;
  return config.handoffs === undefined ? own : new HandoffTools(own, readHandoffs(config));
}

const DEFAULTS = {
  name: 'agent',
  maxIterations: 10,
  maxDepth: 5,
  onLimit: 'stop',
  onFailure: 'return',
  dedupe: 'off',
  toolConcurrency: 8,
  toolTimeoutMs: 60_000,
  tools: NO_TOOLS,
  now: () => performance.timeOrigin + performance.now(),
  newId: () => crypto.randomUUID(),
} as const;
