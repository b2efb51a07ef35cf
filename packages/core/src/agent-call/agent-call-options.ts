import type { LimitName, LLMProvider, OutputWarning, ToolContext, Usage } from '@toolwright/contract';
import type { AgentConfig } from '../agent/agent-config.js';
import type { Dialog } from '../dialog/dialog.js';
import type { RequestOptions } from '../run/run-options.js';
import type { ToolProviders } from './call-tools.js';
import type { FunctionCall } from './function-call.js';

type LoopOptions = Pick<
  AgentConfig,
  | 'budget'
  | 'dedupe'
  | 'enableLogging'
  | 'logger'
  | 'maxDepth'
  | 'name'
  | 'price'
  | 'protocol'
  | 'runtime'
  | 'toolConcurrency'
  | 'toolTimeoutMs'
  | 'verbose'
>;

/** How a call is made, beside its prompt or its dialog. Request options go to the model. */
export interface AgentCallOptions extends LoopOptions, RequestOptions, ToolProviders {
  readonly llmClient: LLMProvider;
  /** How often the model is asked again when its answer cannot be read. Default: 3. */
  readonly retries?: number | undefined;
  /** How many times the model may call tools before it has to answer without them. Default: 5. */
  readonly maxIterations?: number | undefined;
  /** @deprecated Use `maxIterations`; for 0, which was no limit, `Infinity`. */
  readonly maxInterrupts?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the model streams its answers, so that loggers see them grow. Default: false. */
  readonly stream?: boolean | undefined;
  /** For a call that a tool makes: the context of that tool. */
  readonly parent?: Pick<ToolContext, 'state' | 'signal'> | undefined;
}

/** What a call has come to. */
export interface AgentCallResult<Output> {
  /** The answer, as the parser of the prompt gave it. */
  readonly output: Output;
  /** What had to be changed in the answer before it was valid. */
  readonly warnings: readonly OutputWarning[];
  /** The dialog of the call, with all that was said; answers that could not be read are left out. */
  readonly dialog: Dialog<Output>;
  readonly calls: readonly FunctionCall[];
  /** What ran out, where calls had to stop before the model was done with them. */
  readonly limit?: LimitName;
  readonly runId: string;
  readonly usage: Usage;
  /** Absent where it is not known. */
  readonly cost?: number;
}
