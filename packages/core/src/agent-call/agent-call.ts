import {
  checkOptions,
  optionsOf,
  type RunResult,
  ToolwrightError,
  type UserMessage,
} from '@toolwright/contract';
import { Prompt, type PromptVars } from '@toolwright/prompts';
import { presets } from '../agent/presets.js';
import { readConfig } from '../agent/read-config.js';
import { checkWhole } from '../base/check-values.js';
import { checkDepth } from '../delegation/check-depth.js';
import { Dialog } from '../dialog/dialog.js';
import { Memory } from '../memory/memory.js';
import { OutputTask } from '../output/output-task.js';
import { nativeProtocol } from '../protocols/native-protocol.js';
import { REQUEST } from '../protocols/request-options.js';
import { resolveProtocol } from '../protocols/resolve-protocol.js';
import { describeStop } from '../run/describe-stop.js';
import { runLoop } from '../run/loop.js';
import { describeCutResult } from '../run/reply-end.js';
import type { RunSetup } from '../run/run-setup.js';
import { AgentCallError } from './agent-call-error.js';
import type { AgentCallOptions, AgentCallResult } from './agent-call-options.js';
import { CallScript } from './call-script.js';
import { CallTools } from './call-tools.js';
import { traceCalls } from './function-call.js';
import { promptOutput } from './prompt-output.js';

/**
 * Asks a model to answer a prompt or the last message of a dialog, and returns the parsed output. On success, all messages are
 * added to the given dialog; on failure, it stays unchanged.
 * @throws AgentCallError with the tool calls so far, once the call has started: `INVALID_OUTPUT` if no answer could be parsed,
 * provider errors, `ABORTED`, `LIMIT_REACHED`, `INVALID_CONFIG`, `MISSING_VARIABLE`
 */
export function agentCall<Output, Vars extends object = PromptVars>(
  options: AgentCallOptions & {
    readonly prompt: Prompt<Vars, Output>;
    readonly vars?: NoInfer<Vars> | undefined;
    /** The conversation that the prompt continues. Default: a new one. */
    readonly dialog?: Dialog<unknown> | undefined;
  },
): Promise<AgentCallResult<Output>>;
export function agentCall<Output>(
  options: AgentCallOptions & {
    /** A conversation whose last message the model answers, in the format of the dialog's top prompt. */
    readonly dialog: Dialog<Output>;
    readonly prompt?: undefined;
  },
): Promise<AgentCallResult<Output>>;
export async function agentCall(options: CallOptions): Promise<AgentCallResult<unknown>> {
  const { dialog = new Dialog<unknown>(), prompt, vars } = options;
  checkCallOptions(options);
  checkDepth(options.parent);
  const fork = prompt === undefined ? dialog.fork() : dialog.fork().sendMessage(prompt, vars);
  const script = new CallScript(fork.topPrompt ?? ANY_TEXT);
  const { llmClient, protocol, signal } = options;
  const caller = {
    support: llmClient.capabilities?.mcpServers ?? 'none',
    isNative: resolveProtocol(protocol, llmClient) === nativeProtocol,
  };
  const tools = new CallTools(script, options, caller, signal);
  const setup = toSetup(fork, script, tools, options);
  try {
    await tools.open();
    const result = await run(setup);
    fork.append(result.messages.slice(1));
    return toCallResult(result, dialog.commit(fork));
  } finally {
    await tools.close();
  }
}

type CallOptions = AgentCallOptions & {
  readonly prompt?: Prompt | undefined;
  readonly vars?: PromptVars | undefined;
  readonly dialog?: Dialog<unknown> | undefined;
};

const AGENT_CALL = optionsOf<CallOptions>()({
  'a string': `dedupe name ${REQUEST.text}`,
  'a number': `retries maxIterations maxInterrupts maxDepth toolConcurrency toolTimeoutMs ${REQUEST.number}`,
  'true or false': 'stream enableLogging verbose',
  'a function': `price connectMcp openComputer ${REQUEST.function}`,
  'an object': `llmClient signal parent budget logger runtime toolRegistry prompt vars dialog ${REQUEST.object}`,
  anything: `context protocol policies stopWhen ${REQUEST.anything}`,
});

const ANY_TEXT = new Prompt({ name: 'dialog', template: '' });

function toSetup(
  dialog: Dialog<unknown>,
  script: CallScript,
  tools: CallTools,
  options: CallOptions,
): RunSetup {
  const { dedupe, maxInterrupts, retries, stream, signal, parent, context, name = script.name } = options;
  const { maxIterations = maxInterrupts } = options;
  const { promptCall } = presets;
  const settings = readConfig({
    ...promptCall,
    ...options,
    name,
    // If the caller gives no name, the prompt's name is used, but only in logs.
    introduce: options.name !== undefined,
    toolRegistry: tools,
    dedupe: dedupe ?? promptCall.dedupe,
    maxIterations:
      maxIterations === 0 ? Number.POSITIVE_INFINITY : (maxIterations ?? promptCall.maxIterations),
    afterTools: (records) => script.afterTools(records),
    finalPrompt: (limit) => script.finalPrompt(limit),
    onFailure: 'throw',
  });
  return {
    settings,
    memory: new Memory({ messages: dialog.messages.slice(0, -1), maxHistory: Number.POSITIVE_INFINITY }),
    input: lastQuestion(dialog),
    options: { signal, parent, context },
    output: new OutputTask(
      promptOutput(script, () => tools.remoteServers),
      retries,
    ),
    streaming: stream ?? false,
    pauses: false,
  };
}

async function run(setup: RunSetup): Promise<RunResult> {
  let ending: RunResult | undefined;
  try {
    return checkResult(
      await runLoop({
        ...setup,
        onEnd: ({ result }) => {
          ending = result;
        },
      }),
    );
  } catch (thrown) {
    throw ending === undefined ? thrown : new AgentCallError(thrown, ending);
  }
}

/** Asserts that the run has an output: it may have stopped without an error. */
function checkResult(result: RunResult): RunResult {
  if ('output' in result) return result;
  const reason = result.errors.at(-1) ?? describeStop(result) ?? `the run ended as '${result.status}'`;
  throw new ToolwrightError('LIMIT_REACHED', `The call has no output: ${reason}`, { blame: 'model' });
}

function toCallResult<Output>(result: RunResult, dialog: Dialog<Output>): AgentCallResult<Output> {
  const { output, outputWarnings = [], finishReason, limit, runId, usage, cost, models } = result;
  const cut = describeCutResult(result);
  return {
    // The dialog's top prompt parsed the output, so it has that prompt's type.
    output: output as Output,
    warnings: cut === undefined ? outputWarnings : [...outputWarnings, { path: '', message: cut }],
    ...(finishReason !== undefined && { finishReason }),
    dialog,
    calls: traceCalls(result),
    ...(limit !== undefined && { limit }),
    runId,
    usage,
    ...(cost !== undefined && { cost }),
    ...(models && { models }),
  };
}

function lastQuestion({ messages }: Dialog<unknown>): UserMessage {
  const last = messages.at(-1);
  if (last?.role === 'user') return last;
  throw new ToolwrightError('INVALID_MESSAGE', 'The dialog has no message to answer.', {
    blame: 'developer',
    hint: "Call 'sendMessage' first, or pass a 'prompt'.",
  });
}

/** @throws ToolwrightError `INVALID_CONFIG` */
function checkCallOptions(options: CallOptions): void {
  checkOptions(options, AGENT_CALL, 'agentCall');
  checkWhole(options.retries, 'retries');
  checkWhole(options.maxInterrupts, 'maxInterrupts');
}
