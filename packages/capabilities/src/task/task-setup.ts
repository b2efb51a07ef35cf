import { errorMessage, formatDuration, type LLMProvider } from '@toolwright/contract';
import {
  Agent,
  type AgentConfig,
  JoinedTools,
  type OutputSchema,
  presets,
  type ToolSource,
} from '@toolwright/core';
import { ToolRegistry } from '@toolwright/tools';
import { type Capability, PLAIN_TEXT } from '../capability/capability.js';
import type { CapabilityAgentConfig } from '../capability-agent-config.js';
import { isCriticOn } from '../critic/critic-config.js';
import type { Critique } from '../critic/critique.js';
import { loadVerifyPrompt } from '../critic/verify-prompt.js';
import { delegationTools } from '../delegation/delegation-tools.js';
import { createAnalyze, SUBAGENT_TIMEOUT_MS } from '../delegation/subagent.js';
import { buildClient } from '../model/build-client.js';
import type { ModelRole } from '../model/model-config.js';
import { PLAIN_TEXT_PROMPT, systemPrompt } from '../prompt/system-prompt.js';
import { resolveStyle, type Style } from '../style/resolve-style.js';
import { ListenedTools } from '../tools/listened-tools.js';
import { WorkspaceNotes } from '../tools/workspace-notes.js';
import { CritiqueSchema, manifest } from '../toolwright.gen.js';
import { PlainAnswers } from './plain-answers.js';
import { fitPreset, toAgentConfig } from './task-limits.js';
import { TaskLog } from './task-log.js';
import type { TaskOptions } from './task-options.js';

/** The hint for two tools with the same name. */
const SAME_NAME =
  'Register one of them with a prefix. The tools analyzeSubagent, parallelAnalyze and workspaceNotes are built in.';

export interface TaskRequest {
  readonly config: CapabilityAgentConfig;
  /** Undefined for an unknown capability. */
  readonly found: Capability | undefined;
  /** The requested name. */
  readonly capability: string;
  readonly prompt: string;
  readonly options: TaskOptions;
  readonly streaming: boolean;
}

/** The setup of one task, which has its own clients and agents. */
export class TaskSetup {
  readonly capability: string;
  readonly prompt: string;
  readonly streaming: boolean;
  readonly signal: AbortSignal | undefined;
  readonly context: unknown;
  /** The name of the output, or `PlainText`. */
  readonly type: string;
  readonly output: OutputSchema | undefined;
  readonly task: string;
  readonly style: Style;
  readonly criticOn: boolean;
  readonly log: TaskLog;
  /** Undefined if no output is requested, or prose is refused. */
  readonly plain: PlainAnswers | undefined;
  readonly #config: CapabilityAgentConfig;
  readonly #options: TaskOptions;
  readonly #core: ToolSource;
  readonly #clients = new Map<ModelRole, Promise<LLMProvider>>();

  /** @throws ToolwrightError `INVALID_CONFIG` for an unknown style */
  constructor({ config, found, capability, prompt, options, streaming }: TaskRequest) {
    this.#config = config;
    this.#options = options;
    this.#core = config.toolRegistry ?? new ToolRegistry();
    this.capability = capability;
    this.prompt = prompt;
    this.streaming = streaming;
    this.signal = options.signal;
    this.context = options.context;
    this.type = found?.outputType ?? PLAIN_TEXT;
    this.output = this.type === PLAIN_TEXT ? undefined : config.outputs?.[this.type];
    this.task = found?.taskPrompt ?? PLAIN_TEXT_PROMPT;
    this.style = resolveStyle(options.style ?? config.style, capability, config.styles);
    this.criticOn = isCriticOn(capability, config.critic, options.critic);
    this.log = new TaskLog(config.logger, options.onEvent);
    this.plain = this.output === undefined || config.plainText === 'refuse' ? undefined : new PlainAnswers();
    for (const warning of this.style.warnings) this.log.warn(warning);
  }

  async createMain(): Promise<Agent> {
    const { limits, preamble } = this.#config;
    const llmClient = await this.#client('main');
    return new Agent({
      ...this.#shared,
      ...fitPreset(presets.capability, llmClient),
      ...toAgentConfig(limits, limits?.capabilities?.[this.capability], this.#options.limits),
      name: this.capability,
      introduce: false,
      llmClient,
      toolRegistry: new JoinedTools(this.#mainTools(), SAME_NAME),
      systemPrompt: systemPrompt(preamble, this.task, this.style.instructions),
      memory: this.#options.history,
      logger: this.plain?.watch(this.log) ?? this.log,
      onFailure: 'throw',
    });
  }

  /** @throws an error if the critic returns no critique */
  async criticise(request: string): Promise<Critique> {
    const { critic, subagent, capabilities } = this.#config;
    const limits = subagent === false ? undefined : subagent;
    const llmClient = await this.#client((critic || undefined)?.model ?? 'fast');
    const agent = new Agent({
      ...this.#shared,
      ...fitPreset(presets.capabilitySubAgent, llmClient),
      ...toAgentConfig(limits),
      name: 'critic',
      introduce: false,
      llmClient,
      toolRegistry: this.#core,
      systemPrompt: systemPrompt(undefined, await loadVerifyPrompt(capabilities), 'Plain and exact.'),
      logger: this.log,
      onFailure: 'throw',
    });
    const timeoutMs = limits?.timeoutMs ?? SUBAGENT_TIMEOUT_MS;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = this.signal === undefined ? timeout : AbortSignal.any([this.signal, timeout]);
    const { output, limit } = await agent
      .run(request, { output: CritiqueSchema, signal, context: this.context })
      .catch((error) => {
        throw timeout.aborted
          ? new Error(`it took longer than ${formatDuration(timeoutMs)}`, { cause: error })
          : error;
      });
    if (output !== undefined) return output;
    throw new Error(`the limit of ${limit ?? 'iterations'} was reached`);
  }

  /** Converts a failure to a warning. @throws the failure, if the task was aborted */
  excuse(message: string, error: unknown): undefined {
    if (this.signal?.aborted) throw error;
    this.log.warn(`${message}: ${errorMessage(error)}`);
    return undefined;
  }

  get #shared(): Partial<AgentConfig> {
    return { maxHistory: Number.POSITIVE_INFINITY, onLimit: 'force-answer', ...this.#config.agent };
  }

  #mainTools(): ToolSource[] {
    const { mainTools, updateTools, subagent } = this.#config;
    const { onUpdate } = this.#options;
    const sources = [this.#core, new ToolRegistry(manifest).registerFrom(new WorkspaceNotes())];
    if (mainTools !== undefined) sources.push(mainTools);
    if (subagent !== false) sources.push(this.#delegation(subagent ?? {}));
    if (updateTools !== undefined && onUpdate !== undefined)
      sources.push(new ListenedTools(updateTools, onUpdate));
    return sources;
  }

  #delegation(config: NonNullable<Exclude<CapabilityAgentConfig['subagent'], false>>): ToolSource {
    const getClient = () => this.#client('fast');
    const analyze = createAnalyze({ getClient, tools: this.#core, config, agent: this.#shared });
    return delegationTools(analyze, config.timeoutMs ?? SUBAGENT_TIMEOUT_MS);
  }

  /** Returns the task's client for a role, which is created on first use. */
  #client(role: ModelRole): Promise<LLMProvider> {
    const known = this.#clients.get(role);
    if (known !== undefined) return known;
    const client = buildClient(this.#config, role);
    this.#clients.set(role, client);
    return client;
  }
}
