import type { Logger } from '@toolwright/contract';
import { createConsoleLogger, createTranscriptLogger } from '@toolwright/logger';
import { createPauseSigner } from '../approval/pause-signer.js';
import { AGENT_DEFAULTS } from '../base/agent-defaults.js';
import { NO_TOOLS, type ToolSource } from '../calls/tool-source.js';
import type { AgentSettings } from '../delegation/agent-settings.js';
import type { Handoff } from '../delegation/handoff.js';
import { HandoffTools } from '../delegation/handoff-tools.js';
import { mergeRequestOptions } from '../protocols/request-options.js';
import { resolveProtocol } from '../protocols/resolve-protocol.js';
import type { AgentConfig } from './agent-config.js';
import { checkConfig } from './check-config.js';

/** Checks a configuration and fills in the defaults. @throws ToolwrightError `INVALID_CONFIG` */
export function readConfig(config: AgentConfig): AgentSettings {
  checkConfig(config);
  return {
    client: config.llmClient,
    name: config.name ?? AGENT_DEFAULTS.name,
    description: config.description ?? AGENT_DEFAULTS.description,
    introduce: config.introduce ?? AGENT_DEFAULTS.introduce,
    tools: readTools(config),
    protocol: resolveProtocol(config.protocol, config.llmClient),
    maxIterations: config.maxIterations ?? AGENT_DEFAULTS.maxIterations,
    maxDepth: config.maxDepth ?? AGENT_DEFAULTS.maxDepth,
    budget: config.budget ?? {},
    price: config.price,
    compaction: config.compaction,
    onLimit: config.onLimit ?? AGENT_DEFAULTS.onLimit,
    onFailure: config.onFailure ?? AGENT_DEFAULTS.onFailure,
    dedupe: config.dedupe ?? AGENT_DEFAULTS.dedupe,
    earlyRefusal: config.earlyRefusal,
    afterTools: config.afterTools,
    finalPrompt: config.finalPrompt,
    toolConcurrency: config.toolConcurrency ?? AGENT_DEFAULTS.toolConcurrency,
    toolTimeoutMs: config.toolTimeoutMs ?? AGENT_DEFAULTS.toolTimeoutMs,
    signer: createPauseSigner(config.approvalKey),
    approvalTtlMs: config.approvalTtlMs,
    policies: config.policies ?? [],
    stopWhen: config.stopWhen ?? [],
    logger: config.logger ?? createOwnLogger(config),
    request: mergeRequestOptions(config),
    now: config.runtime?.now ?? AGENT_DEFAULTS.now,
    wrapClient: config.runtime?.wrapClient,
    newId: config.runtime?.newId ?? AGENT_DEFAULTS.newId,
  };
}

/** Returns a function that lists the agents that may take over. If the option is a function, it is called lazily. */
export function readHandoffs({ handoffs = [] }: AgentConfig): () => readonly Handoff[] {
  return typeof handoffs === 'function' ? handoffs : () => handoffs;
}

function readTools(config: AgentConfig): ToolSource {
  const own = config.toolRegistry ?? NO_TOOLS;
  return config.handoffs === undefined ? own : new HandoffTools(own, readHandoffs(config));
}

function createOwnLogger({ verbose, enableLogging, runtime }: AgentConfig): Logger | undefined {
  const now = runtime?.now;
  if (verbose ?? AGENT_DEFAULTS.verbose) return createTranscriptLogger({ now, verbose: true });
  return (enableLogging ?? AGENT_DEFAULTS.enableLogging) ? createConsoleLogger({ now }) : undefined;
}
