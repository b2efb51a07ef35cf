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
 * A model with a memory and tools. One agent serves any number of runs at once: each starts with a copy of the memory, and adds
 * its messages as one block at its end.
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

  /** The tools that it offers to the model. */
  get tools(): readonly ToolSpec[] {
    return this.#settings.tools.listTools();
  }

  /** The conversation so far. A live list: it grows when a run ends. */
  get memory(): readonly Message[] {
    return this.#memory.messages;
  }

  /** Resolves when the model has answered, or when the run has ended otherwise: see `status`. */
  async run<Output = unknown>(input: RunInput, options: RunOptions<Output> = {}): Promise<RunResult<Output>> {
    return runLoop(this.#setup(input, options, options.stream ?? false));
  }

  /** The same run as a stream of events. It begins when the stream is read. */
  runStream<Output = unknown>(input: RunInput, options: RunOptions<Output> = {}): RunStream<Output> {
    return streamRun(this.#setup(input, options, options.stream ?? true));
  }

  /**
   * Resumes a paused run, in this process or another, once a person has decided.
   * @param paused what `result.paused` was
   * @throws ToolwrightError `INVALID_RUN`, `FORGED_RUN`, `EXPIRED_RUN`, `STALE_RUN` if the agent or its tools have changed, `USAGE` for missing decisions
   */
  async resume<Output = unknown>(
    paused: unknown,
    decisions: ApprovalDecisions,
    options: ResumeOptions<Output> = {},
  ): Promise<RunResult<Output>> {
    return runLoop(this.#resumption(paused, decisions, options, options.stream ?? false));
  }

  /** The same as a stream of events. */
  resumeStream<Output = unknown>(
    paused: unknown,
    decisions: ApprovalDecisions,
    options: ResumeOptions<Output> = {},
  ): RunStream<Output> {
    return streamRun(this.#resumption(paused, decisions, options, options.stream ?? true));
  }

  /**
   * This agent as a tool of others: register it with `registry.register(agent.asTool())`. Each call is a run of its own that knows
   * nothing of other runs; it counts for the budget of the run that called it, and ends with that.
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

  /** This agent as one that others can hand their conversation over to. */
  asHandoff(options: HandoffOptions = {}): Handoff {
    const handoffs = readHandoffs(this.#config);
    const target = { settings: this.#settings, systemMessage: this.#systemMessages()[0], handoffs };
    return toHandoff(target, options);
  }

  /** Results of tools, reasoning of the model, and errors, oldest first; kept longer than the messages. */
  observations(filter?: ObservationFilter): Observation[] {
    return this.#memory.observations(filter);
  }

  /** Forgets the conversation and the observations, also those of runs in progress, and renders the system prompt again. */
  reset(): void {
    this.#memory.reset();
    this.#pinSystemPrompt();
  }

  /** The memory as plain JSON, for `Memory.fromJSON`. */
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
      checkSubset(options.tools, tools);
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
    // The run of a sub-agent is a part of the run above, which was checked.
    const signer = options.parent === undefined ? settings.signer : undefined;
    const resumed = resumeRun(paused, decisions, { name, tools, handoffs, signer, now, only: options.tools });
    const active = resumed.target?.settings ?? settings;
    const { value: systemMessage, failure } = prepareRun(() => {
      checkContext(listTools(active.tools), { ...options, tools: options.tools ?? resumed.data.subset });
      checkSubset(options.tools, listTools(settings.tools));
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
   * The system prompt with the variables of one run; undefined if the run has none. Tools may be registered after the agent is made, so
   * only now those are known which its text must not name.
   */
  #systemMessageOf({ promptVars }: RunOptions): RunSetup['systemMessage'] {
    const { name, tools } = this.#settings;
    checkPromptTools(this.#config, name, () => listTools(tools));
    if (promptVars === undefined) return undefined;
    const { systemPrompt, systemPromptVars } = this.#config;
    if (systemPrompt !== undefined)
      throw invalidConfig(
        "'promptVars' are given, but 'systemPrompt' is a text without variables.",
        "Use 'promptRegistry' and 'systemPromptName', or leave 'promptVars' out.",
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
    // If tokens limit the history, a number of messages limits it only on request.
    const limit = maxHistory ?? (compaction && Number.POSITIVE_INFINITY);
    if (memory !== undefined && !Array.isArray(memory))
      throw invalidConfig(
        `'memory' is ${describeValue(memory)}.`,
        'Give a list of messages or a Memory, such as Memory.fromJSON(state).',
      );
    return new Memory({ messages: memory, maxHistory: limit });
  }
  if (maxHistory === undefined) return memory;
  throw invalidConfig(
    "'maxHistory' is given beside a Memory, which has its own.",
    "Make the memory with that limit: new Memory({ maxHistory }), or leave 'maxHistory' out.",
  );
}
