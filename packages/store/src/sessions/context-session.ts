import type { RunResult } from '@toolwright/contract';
import type { ApprovalDecisions, RunInput, RunStream } from '@toolwright/core';
import type { ContextOfSource, MissingContext, WithContext } from '@toolwright/tools';
import type { Session, SessionResumeOptions, SessionRunOptions } from './session.js';

/** A session whose tools ask for a context: its runs must be given one. The session never stores it. */
export interface ContextSession<Context> extends Session {
  run(input: MissingContext<Context>): never;
  /** Like `agent.run`, on record. */
  run<Output = unknown>(
    input: RunInput,
    ...options: WithContext<SessionRunOptions<Output>, Context>
  ): Promise<RunResult<Output>>;

  runStream(input: MissingContext<Context>): never;
  /** The same as a stream, as `agent.runStream`. */
  runStream<Output = unknown>(
    input: RunInput,
    ...options: WithContext<SessionRunOptions<Output>, Context>
  ): RunStream<Output>;

  resume(decisions: MissingContext<Context>): never;
  /** Resumes the run that has not ended. */
  resume<Output = unknown>(
    decisions: ApprovalDecisions | undefined,
    ...options: WithContext<SessionResumeOptions<Output>, Context>
  ): Promise<RunResult<Output>>;

  resumeStream(decisions: MissingContext<Context>): never;
  /** The same as a stream. */
  resumeStream<Output = unknown>(
    decisions: ApprovalDecisions | undefined,
    ...options: WithContext<SessionResumeOptions<Output>, Context>
  ): RunStream<Output>;
}

/** The session of an agent with these tools. */
export type SessionOf<Tools> =
  unknown extends ContextOfSource<Tools> ? Session : ContextSession<ContextOfSource<Tools>>;
