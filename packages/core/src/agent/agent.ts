import {
  type DeveloperMessage,
  describeValue,
  type Message,
  type RunResult,
  type SystemMessage,
  type ToolSpec,
} from '@toolwright/contract';
import type { ApprovalDecisions } from '../approval/decision.js';
import { callSource, prepareRun } from '../base/callbacks.js';
import { invalidConfig } from '../base/invalid-config.js';
import { checkContext, listTools } from '../calls/check-context.js';
import { checkSubset } from '../calls/tool-subset.js';
import type { AgentSettings } from '../delegation/agent-settings.js';
import { checkDepth } from '../delegation/check-depth.js';
import { type Handoff, type HandoffOptions, toHandoff } from '../delegation/handoff.js';
import { ToolState } from '../delegation/tool-state.js';
import { Memory } from '../memory/memory.js';
import type { MemoryState } from '../memory/memory-state.js';
import type { Observation, ObservationFilter } from '../memory/observation.js';
import { isSystemMessage } from '../memory/trim-history.js';
import { OutputTasks } from '../output/output-tasks.js';
import { runLoop } from '../run/loop.js';
import { checkRunOptions } from '../run/options/check-run-options.js';
import type { ResumeOptions, RunOptions } from '../run/options/run-options.js';
import { resumeRun } from '../run/resume.js';
import type { RunSetup } from '../run/run-setup.js';
import { type RunStream, streamRun } from '../run/stream/run-stream.js';
import type { AgentConfig } from './agent-config.js';
import { type AgentTool, type AgentToolOptions, agentTool } from './agent-tool.js';
import { checkAgentOptions } from './check-config.js';
import { type RunInput, toInputMessage } from './input-message.js';
import { readConfig, readHandoffs } from './read-config.js';
import { checkPromptTools, renderSystemPrompt } from './system-prompt.js';

/**
 * A model with a memory and tools. An agent can serve any number of concurrent runs: each run starts with a copy of the memory
 * and appends its messages as one block.
 */
export class Agent {
  readonly name: string;
  readonly description: string;
  readonly #config: AgentConfig;
  readonly #settings: AgentSettings;
  readonly #memory: Memory;
  readonly #outputs = new OutputTasks();

  /** @throws ToolwrightError `INVALID_CONFIG`, `INVALID_PROMPT` or `MISSING_VARIABLE` */
  constructor(config: AgentConfig) {
    checkAgentOptions(config);
    this.#settings = readConfig(config);
    this.#config = config;
    this.name = this.#settings.name;
    this.description = this.#settings.description;
    this.#memory = openMemory(config);
    this.#pinSystemPrompt();
  }

  /** The tools that the agent offers to the model. */
  get tools(): readonly ToolSpec[] {
    return this.#settings.tools.listTools();
  }

  /** The conversation so far. The list is live: it is updated when a run ends. */
  get memory(): readonly Message[] {
    return this.#memory.messages;
  }

  /** Runs the agent until it answers or stops for another reason: see `status`. */
  async run<Output = unknown>(input: RunInput, options: RunOptions<Output> = {}): Promise<RunResult<Output>> {
    return runLoop(this.#setup(input, options, options.stream ?? false));
  }

  /** Returns the same run as a stream of events. The run begins when the stream is read. */
  runStream<Output = unknown>(input: RunInput, options: RunOptions<Output> = {}): RunStream<Output> {
    return streamRun(this.#setup(input, options, options.stream ?? true));
  }

  /**
   * Resumes a paused run, in this process or another, once a person has decided.
   * @param paused the value of `result.paused`
   * @throws ToolwrightError `INVALID_RUN`, `FORGED_RUN`, `EXPIRED_RUN`, `STALE_RUN` if the agent or its tools have changed,
   * `USAGE` for missing decisions
   */
  async resume<Output = unknown>(
    paused: unknown,
    decisions: ApprovalDecisions,
    options: ResumeOptions<Output> = {},
  ): Promise<RunResult<Output>> {
    return runLoop(this.#resumption(paused, decisions, options, options.stream ?? false));
  }

  /** Returns the resumed run as a stream of events. */
  resumeStream<Output = unknown>(
    paused: unknown,
    decisions: ApprovalDecisions,
    options: ResumeOptions<Output> = {},
  ): RunStream<Output> {
    return streamRun(this.#resumption(paused, decisions, options, options.stream ?? true));
  }

  /**
   * Returns this agent as a tool of other agents: register it with `registry.register(agent.asTool())`. Each call is a separate
   * run that does not see other runs. It counts towards the budget of the calling run and is aborted with it.
   */
  asTool(options: AgentToolOptions = {}): AgentTool {
    return agentTool(this, this.#config.toolRegistry, options, (task, parent, resumption) => {
      const memory = new Memory({ messages: this.#systemMessages(), maxHistory: this.#memory.maxHistory });
      const runOptions: RunOptions = { ...options.run, parent };
      const streaming = runOptions.stream ?? false;
      const setup =
        resumption === undefined
          ? this.#setup(task, runOptions, streaming)
          : this.#resumption(resumption.paused, resumption.decisions, runOptions, streaming);
      const pauses = ToolState.linkOf(parent.state)?.nested !== undefined;
      return runLoop({ ...setup, memory, pauses });
    });
  }

  /** Returns a handoff that lets other agents hand their conversation over to this agent. */
  asHandoff(options: HandoffOptions = {}): Handoff {
    const handoffs = readHandoffs(this.#config);
    const target = { settings: this.#settings, systemMessage: this.#systemMessages()[0], handoffs };
    return toHandoff(target, options);
  }

  /** Returns tool results, reasoning and errors, oldest first. They are kept longer than messages. */
  observations(filter?: ObservationFilter): Observation[] {
    return this.#memory.observations(filter);
  }

  /** Clears the conversation and the observations, including those of runs in progress, and renders the system prompt again. */
  reset(): void {
    this.#memory.reset();
    this.#pinSystemPrompt();
  }

  /** Returns the memory as plain JSON, for `Memory.fromJSON`. */
  getMemoryState(): MemoryState {
    return this.#memory.toJSON();
  }

  #setup(input: RunInput, options: RunOptions, streaming: boolean): RunSetup {
    checkRunOptions(options);
    checkDepth(options.parent);
    const message = toInputMessage(input, options.images);
    const { value: systemMessage, failure } = prepareRun(() => {
      const tools = listTools(this.#settings.tools);
      checkContext(tools, options);
      checkSubset(options.tools, tools, this.#settings.tools);
      return this.#systemMessageOf(options);
    });
    return {
      settings: this.#settings,
      memory: this.#memoryOf(options),
      input: message,
      systemMessage,
      failure,
      options,
      output: this.#outputs.create(options),
      streaming,
    };
  }

  #resumption(
    paused: unknown,
    decisions: ApprovalDecisions,
    options: RunOptions,
    streaming: boolean,
  ): RunSetup {
    checkRunOptions(options);
    const settings = this.#settings;
    const handoffs = callSource("'handoffs'", readHandoffs(this.#config));
    const { name, tools, now } = settings;
    // A sub-agent's run is part of its parent run, whose signature was already checked.
    const signer = options.parent === undefined ? settings.signer : undefined;
    const resumed = resumeRun(paused, decisions, { name, tools, handoffs, signer, now, only: options.tools });
    const active = resumed.target?.settings ?? settings;
    const { value: systemMessage, failure } = prepareRun(() => {
      checkContext(listTools(active.tools), { ...options, tools: options.tools ?? resumed.data.subset });
      checkSubset(options.tools, listTools(settings.tools), settings.tools);
      return this.#systemMessageOf(options);
    });
    const { input } = resumed;
    const output = this.#outputs.create(options);
    return {
      settings,
      memory: this.#memoryOf(options),
      input,
      systemMessage,
      options,
      output,
      streaming,
      resumed,
      failure,
    };
  }

  #memoryOf({ remember = true }: RunOptions): Memory {
    return remember ? this.#memory : Memory.fromJSON(this.#memory.toJSON());
  }

  /**
   * Renders the system prompt with the variables of one run; undefined if the run has none. Tools can be registered after the
   * agent is created, so the tool names in the text are only checked now.
   */
  #systemMessageOf({ promptVars }: RunOptions): RunSetup['systemMessage'] {
    const { name, tools } = this.#settings;
    checkPromptTools(this.#config, name, () => listTools(tools));
    if (promptVars === undefined) return undefined;
    const { systemPrompt, systemPromptVars } = this.#config;
    if (systemPrompt !== undefined)
      throw invalidConfig(
        "'promptVars' cannot be used with 'systemPrompt', which is plain text without variables.",
        "Use 'promptRegistry' and 'systemPromptName', or omit 'promptVars'.",
      );
    return renderSystemPrompt({ ...this.#config, systemPromptVars: { ...systemPromptVars, ...promptVars } });
  }

  #systemMessages(): (SystemMessage | DeveloperMessage)[] {
    const [first] = this.memory;
    return isSystemMessage(first) ? [first] : [];
  }

  #pinSystemPrompt(): void {
    const prompt = renderSystemPrompt(this.#config);
    if (prompt !== undefined) this.#memory.append([prompt]);
  }
}

function openMemory({ memory, maxHistory, compaction }: AgentConfig): Memory {
  if (!(memory instanceof Memory)) {
    // With a token limit, the number of messages is unlimited by default.
    const limit = maxHistory ?? (compaction && Number.POSITIVE_INFINITY);
    if (memory !== undefined && !Array.isArray(memory))
      throw invalidConfig(
        `'memory' is ${describeValue(memory)}.`,
        'Pass a list of messages or a Memory, such as Memory.fromJSON(state).',
      );
    return new Memory({ messages: memory, maxHistory: limit });
  }
  if (maxHistory === undefined) return memory;
  throw invalidConfig(
    "'maxHistory' cannot be combined with a Memory, which has its own limit.",
    "Set the limit on the memory, new Memory({ maxHistory }), or omit 'maxHistory'.",
  );
}
