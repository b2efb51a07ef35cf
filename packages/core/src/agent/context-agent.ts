import type { RunResult } from '@toolwright/contract';
import type {
  ContextOfSource,
  ContextOfSources,
  Known,
  MissingContext,
  NeedsContext,
  TakesContext,
  ToolRegistry,
  WithContext,
} from '@toolwright/tools';
import type { ApprovalDecisions } from '../approval/decision.js';
import type { ToolSource } from '../calls/tool-source.js';
import type { Handoff, HandoffOptions } from '../delegation/handoff.js';
import type { ResumeOptions, RunOptions } from '../run/options/run-options.js';
import type { RunStream } from '../run/stream/run-stream.js';
import { Agent as AgentClass } from './agent.js';
import type { AgentConfig } from './agent-config.js';
import type { AgentTool, AgentToolOptions } from './agent-tool.js';
import type { RunInput } from './input-message.js';

/**
 * A model with a memory and tools. An agent can serve any number of concurrent runs: each run starts with a copy of the memory
 * and appends its messages as one block.
 */
export interface Agent extends AgentClass {}

/** An agent with known tool names: its runs accept only those. */
export interface NamedAgent<Names extends string> extends Agent {
  /** Runs the agent until it answers or stops for another reason: see `status`. */
  run<Output = unknown, const Given extends string = string>(
    input: RunInput,
    options?: RunOptions<Output, Known<Given, Names>>,
  ): Promise<RunResult<Output>>;
  /** Returns the same run as a stream of events. The run begins when the stream is read. */
  runStream<Output = unknown, const Given extends string = string>(
    input: RunInput,
    options?: RunOptions<Output, Known<Given, Names>>,
  ): RunStream<Output>;
}

/** An agent whose tools require a context: each of its runs must be given one. */
export interface ContextAgent<Context, Names extends string = string> extends Agent {
  run(input: MissingContext<Context>): never;
  /** Runs the agent until it answers or stops for another reason: see `status`. */
  run<Output = unknown, const Given extends string = string>(
    input: RunInput,
    ...options: WithContext<RunOptions<Output, Known<Given, Names>>, Context>
  ): Promise<RunResult<Output>>;

  runStream(input: MissingContext<Context>): never;
  /** Returns the same run as a stream of events. The run begins when the stream is read. */
  runStream<Output = unknown, const Given extends string = string>(
    input: RunInput,
    ...options: WithContext<RunOptions<Output, Known<Given, Names>>, Context>
  ): RunStream<Output>;

  resume(paused: unknown, decisions: MissingContext<Context>): never;
  /** Resumes a paused run once a person has decided. A paused run stores no context, so pass it again. */
  resume<Output = unknown>(
    paused: unknown,
    decisions: ApprovalDecisions,
    ...options: WithContext<ResumeOptions<Output>, Context>
  ): Promise<RunResult<Output>>;

  resumeStream(paused: unknown, decisions: MissingContext<Context>): never;
  /** Returns the resumed run as a stream of events. */
  resumeStream<Output = unknown>(
    paused: unknown,
    decisions: ApprovalDecisions,
    ...options: WithContext<ResumeOptions<Output>, Context>
  ): RunStream<Output>;

  asTool(options?: AgentToolOptions): AgentTool<AppOf<Context>>;
  asHandoff(options?: HandoffOptions): Handoff<Context>;
}

type AppOf<Context> =
  Context extends NeedsContext<infer _, infer App>
    ? App
    : Context extends TakesContext<infer _, infer App>
      ? App | undefined
      : unknown;

/** The agent type for a configuration. It requires the contexts of its tools and of the agents that it can hand over to. */
export type AgentOf<Tools, Handoffs extends readonly Handoff[]> =
  unknown extends ContextOfAgent<Tools, Handoffs>
    ? string extends NamesOf<Tools, Handoffs>
      ? Agent
      : NamedAgent<NamesOf<Tools, Handoffs>>
    : ContextAgent<ContextOfAgent<Tools, Handoffs>, NamesOf<Tools, Handoffs>>;

/** The names of a registry's tools; any string if the handoffs are not a tuple, because then their tool names are unknown. */
type NamesOf<Source, Handoffs extends readonly Handoff[]> = readonly Handoff[] extends Handoffs
  ? Source extends ToolRegistry<infer Tools, infer _, infer __>
    ? (keyof Tools & string) | `transfer_to_${string}`
    : string
  : string;

type ContextOfAgent<Tools, Handoffs extends readonly Handoff[]> = ContextOfSource<Tools> &
  ContextOfSources<Handoffs[number]>;

/** The constructor type of `Agent`, which infers tool names and contexts. */
export interface AgentConstructor {
  /** @throws ToolwrightError `INVALID_CONFIG`, `INVALID_PROMPT` or `MISSING_VARIABLE` */
  new <Tools extends ToolSource = ToolSource, const Handoffs extends readonly Handoff[] = readonly Handoff[]>(
    config: AgentConfig<Tools, Handoffs>,
  ): AgentOf<Tools, Handoffs>;
}

/** See the interface of the same name. */
// The context exists for the compiler only; at run time one class serves all agents.
export const Agent = AgentClass as AgentConstructor;
