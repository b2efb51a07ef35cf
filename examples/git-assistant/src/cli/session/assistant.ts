import {
  CapabilityAgent,
  createUpdateTools,
  gitCapabilities,
  gitOutputs,
  loadCapabilities,
  type ModelConfig,
} from '@toolwright/capabilities';
import { createDebugLogger } from 'toolwright/logging';
import type { ToolSource } from 'toolwright/types';
import { TOKEN_POLICY } from '../../files/secret-text.js';
import type { Repository } from '../../git/open-repository.js';
import type { Connection } from '../../model/connect.js';
import { commitTools, coreTools, mainTools } from '../../tools/core-tools.js';
import { TracedTools } from '../../tools/traced-tools.js';
import type { CliIo } from '../cli-io.js';
import { redacted } from '../display/redacted.js';
import type { CommonOptions } from '../options/options.js';

const PREAMBLE = 'You help an engineer with a git repository.';

/** Tools that change the draft that the user sees. The model gets them only if a listener is attached. */
const UPDATE_TOOLS = {
  updateCommit: gitOutputs.GeneratedMessage,
  updatePullRequest: gitOutputs.PullRequest,
  updateReview: gitOutputs.Review,
} as const;

/** Each result can have 8,000 tokens, and all are sent again with each request. */
const MAX_TOOL_CALLS = 100;

export type Assistant = CapabilityAgent<typeof gitOutputs>;

/**
 * Creates the agent of one command, with the capabilities for git and the user's own. @throws ToolwrightError `INVALID_CONFIG` with file
 * and line
 */
export async function createAssistant(
  repository: Repository,
  connection: Pick<Connection, 'config'>,
  options: CommonOptions,
  io: CliIo,
  capability: string,
): Promise<Assistant> {
  const own = options.capabilities === undefined ? [] : [options.capabilities];
  const trace = (line: string) => {
    if (options.debug) io.stderr.write(`tool ${redacted(line, io)}\n`);
  };
  const traced = (tools: ToolSource) => new TracedTools(tools, trace);
  return new CapabilityAgent({
    ...agentConfig(connection.config, options, io),
    capabilities: await loadCapabilities([gitCapabilities, ...own]),
    outputs: gitOutputs,
    ...(capability === 'commit'
      ? { toolRegistry: traced(commitTools(repository)), subagent: false }
      : { toolRegistry: traced(coreTools(repository)), mainTools: traced(mainTools(repository)) }),
    updateTools: traced(createUpdateTools(UPDATE_TOOLS)),
  });
}

/** What all agents of the program have in common. */
export function agentConfig(
  config: ModelConfig,
  { style, gitmoji, instructions, debug }: CommonOptions,
  { stderr, env }: CliIo,
) {
  return {
    ...config,
    preamble: PREAMBLE,
    limits: { budget: { toolCalls: MAX_TOOL_CALLS } },
    agent: { policies: [TOKEN_POLICY] },
    style: { preset: style, gitmoji, instructions },
    ...(debug && { logger: createDebugLogger({ stream: stderr, env }) }),
  };
}
