import type { RunResult } from '@toolwright/contract';
import type { ApprovalDecisions, RunInput, RunStream } from '@toolwright/core';
import type { ContextOfSource, MissingContext, WithContext } from '@toolwright/tools';
import type { Session, SessionResumeOptions, SessionRunOptions } from './session.js';

/** A session whose tools need a context, which must be passed to each run. The context is never stored. */
export interface ContextSession<Context> extends Session {
  run(input: MissingContext<Context>): never;
  /** Runs the agent and records the run; see `agent.run`. */
  run<Output = unknown>(
    input: RunInput,
    ...options: WithContext<SessionRunOptions<Output>, Context>
  ): Promise<RunResult<Output>>;

  runStream(input: MissingContext<Context>): never;
  /** Runs the agent as a stream and records the run; see `agent.runStream`. */
  runStream<Output = unknown>(
    input: RunInput,
    ...options: WithContext<SessionRunOptions<Output>, Context>
  ): RunStream<Output>;

  resume(decisions: MissingContext<Context>): never;
  /** Resumes the unfinished run. */
  resume<Output = unknown>(
    decisions: ApprovalDecisions | undefined,
    ...options: WithContext<SessionResumeOptions<Output>, Context>
  ): Promise<RunResult<Output>>;

  resumeStream(decisions: MissingContext<Context>): never;
  /** Resumes the unfinished run, as a stream. */
  resumeStream<Output = unknown>(
    decisions: ApprovalDecisions | undefined,
    ...options: WithContext<SessionResumeOptions<Output>, Context>
  ): RunStream<Output>;
}

/** The session of an agent with these tools. */
export type SessionOf<Tools> =
  unknown extends ContextOfSource<Tools> ? Session : ContextSession<ContextOfSource<Tools>>;
