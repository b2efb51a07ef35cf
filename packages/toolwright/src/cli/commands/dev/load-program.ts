import { contentText, isRecord, isToolwrightError } from '@toolwright/contract';
import { Agent, type AgentConfig } from '@toolwright/core';
import type { LoadedAgent, LoadedProgram, StudioAgent, StudioRegistry } from '@toolwright/studio/server';
import { loadContext } from '../../load/context-export.js';
import { type ExportKind, hasMethods, loadExport } from '../../load/load-export.js';
import { registryExport } from '../../load/registry-export.js';
import { userError } from '../../user-error.js';
import { type CountTokens, loadTokenizer } from '../lint/count-tokens.js';
import { storedSessions } from './stored-sessions.js';

/** The references passed as options to `toolwright dev`. */
export interface ProgramReferences {
  readonly registry?: string | undefined;
  readonly agents: readonly string[];
  readonly context?: string | undefined;
  readonly store?: string | undefined;
}

/** Loads the user's modules. @throws ToolwrightError `INVALID_CONFIG`, `MISSING_PACKAGE`, `USAGE` */
export async function loadProgram(
  { registry, agents, context, store }: ProgramReferences,
  cwd: string,
): Promise<LoadedProgram> {
  const loaded = await Promise.all(agents.map((reference) => loadExport(agentExport, reference, cwd)));
  const described = loaded.map(describeAgent);
  checkAgentNames(described, agents);
  const configs = loaded.filter(isConfig);
  return {
    // Its methods were checked; the class may come from another copy of the package.
    ...(registry !== undefined && {
      registry: (await loadExport(sourceRegistry, registry, cwd)) as unknown as StudioRegistry,
    }),
    agents: described,
    context: await loadContext(context, cwd, 'src/context.ts#context'),
    countTokens: await findTokenizer(),
    ...(store !== undefined && storedSessions({ store, configs, cwd, context })),
  };
}

function describeAgent(exported: Exported): LoadedAgent {
  const agent = isConfig(exported) ? new Agent(exported) : exported;
  const { name, description, tools } = agent;
  const model = isConfig(exported) ? exported.llmClient.model : undefined;
  const systemPrompt = systemPromptOf(agent);
  return {
    agent,
    name,
    description,
    tools: tools.map((tool) => tool.name),
    ...(model !== undefined && { model }),
    ...(systemPrompt !== undefined && { systemPrompt }),
  };
}

/** The prompt begins the memory. Agents of other versions may have no memory that can be read. */
function systemPromptOf({ memory }: Pick<StudioAgent, 'memory'>): string | undefined {
  const first = memory?.[0];
  return first?.role === 'system' || first?.role === 'developer' ? contentText(first.content) : undefined;
}

type Exported = AgentConfig | (StudioAgent & Pick<Agent, 'tools'>);

const agentExport: ExportKind<Exported> = {
  option: '--agent',
  example: 'src/agent.ts#agent',
  what: 'an Agent or an agent configuration',
  accepts: (value): value is Exported =>
    hasMethods(value, 'run', 'resume') || (isRecord(value) && hasMethods(value.llmClient, 'generate')),
};

/** Has an example for `toolwright dev`, which runs sources without a build. */
const sourceRegistry: typeof registryExport = { ...registryExport, example: 'src/tools.ts#registry' };

/**
 * Checks that agent names are unique, because the page and the sessions of a store identify an agent only by its name.
 * @param references the values of `--agent`, in the order of the agents
 * @throws ToolwrightError `INVALID_CONFIG` if two agents have the same name
 */
function checkAgentNames(agents: readonly { readonly name: string }[], references: readonly string[]): void {
  const seen = new Map<string, string | undefined>();
  for (const [position, { name }] of agents.entries()) {
    const reference = references[position];
    if (seen.has(name)) {
      const message = `Two agents have the name '${name}': --agent ${seen.get(name)} and --agent ${reference}.`;
      throw userError('INVALID_CONFIG', message, 'Give one of them another `name`, or remove one.');
    }
    seen.set(name, reference);
  }
}

function isConfig(value: Exported): value is AgentConfig {
  return 'llmClient' in value && !hasMethods(value, 'run');
}

async function findTokenizer(): Promise<CountTokens | undefined> {
  try {
    return await loadTokenizer({ importTokenizer: () => import('gpt-tokenizer/encoding/o200k_base') });
  } catch (error) {
    if (isToolwrightError(error) && error.code === 'MISSING_PACKAGE') return undefined;
    throw error;
  }
}
