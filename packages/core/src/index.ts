export type { AgentConfig } from './agent/agent-config.js';
export type { AgentTool, AgentToolOptions } from './agent/agent-tool.js';
export { Agent, type AgentConstructor, type ContextAgent, type NamedAgent } from './agent/context-agent.js';
export type { RunInput } from './agent/input-message.js';
export { presets } from './agent/presets.js';
export type { PromptSource } from './agent/system-prompt.js';
export {
  AgentBase,
  type AgentBaseCallOptions,
  type AgentBaseConfig,
} from './agent-base/agent-base.js';
export { type AgentClass, AgentRegistry, agents, buildAgent } from './agent-base/agent-registry.js';
export type { CallContext } from './agent-base/call-log.js';
export {
  type AgentClassContext,
  type AgentDecorator,
  agent,
  registerAgent,
} from './agent-base/register-agent.js';
export { agentCall } from './agent-call/agent-call.js';
export { AgentCallError } from './agent-call/agent-call-error.js';
export type { AgentCallOptions, AgentCallResult } from './agent-call/agent-call-options.js';
export type { ToolConnection, ToolProviders } from './agent-call/call-tools.js';
export type { FunctionCall } from './agent-call/function-call.js';
export { type ApprovalDecision, type ApprovalDecisions, checkDecisions } from './approval/decision.js';
export type { HeldCall, HeldTool, HeldTools } from './approval/held-tool.js';
export { findStaleCall, holdTools } from './approval/held-tools.js';
export type { ApprovalKey } from './approval/pause-signer.js';
export { JoinedTools } from './calls/joined-tools.js';
export { presentArgumentsText } from './calls/present-calls.js';
export type { ToolChoice } from './calls/tool-choice.js';
export type { ArgumentsWatch, EarlyRefusal, ToolExecution, ToolSource } from './calls/tool-source.js';
export type { ToolSubset } from './calls/tool-subset.js';
export {
  type BinaryClassification,
  type BinaryClassifyOptions,
  binaryClassify,
} from './classify/binary-classify.js';
export type { Classes } from './classify/class-list.js';
export { type Classification, type ClassifyOptions, classify } from './classify/classify.js';
export type { Compaction, CompactionContext, CountTokens } from './compaction/compaction.js';
export { type DropOldestOptions, dropOldest } from './compaction/drop-oldest.js';
export { estimateTokens } from './compaction/estimate-tokens.js';
export { type SummarizeOptions, summarize } from './compaction/summarize.js';
export type {
  AfterTools,
  AgentRuntime,
  Dedupe,
  EarlyRefusals,
  FinalPrompt,
  OnLimit,
} from './delegation/agent-settings.js';
export type { Handoff, HandoffOptions } from './delegation/handoff.js';
export { runSubAgent } from './delegation/run-sub-agent.js';
export { Dialog, type SendOptions } from './dialog/dialog.js';
export type { DialogState } from './dialog/dialog-state.js';
export type { OverviewOptions } from './dialog/overview.js';
export type { Budget, Price, PricedModel } from './limits/budget.js';
export { type LedgerState, listModels } from './limits/ledger.js';
export { Memory, type MemoryOptions } from './memory/memory.js';
export type { MemoryState } from './memory/memory-state.js';
export type { Observation, ObservationFilter } from './memory/observation.js';
export { repairHistory } from './memory/paired-history.js';
export type { OutputSchema } from './output/output-schema.js';
export { parseOutput } from './output/parse-output.js';
export type { ParsedOutput } from './output/parsed-output.js';
export type { OutputUpdate } from './output/partial/output-updates.js';
export type { PartialOutput } from './output/partial/partial-output.js';
export type { AnswerFormat } from './parsers/answer-format.js';
export { type Parsers, parsers } from './parsers/parsers.js';
export type { Policy, PolicyCall, PolicyHook, PolicyInfo, RunView } from './policies/policy.js';
export { approve } from './policies/shipped/approve.js';
export { guardInput } from './policies/shipped/guard-input.js';
export { type GuardOutputOptions, guardOutput } from './policies/shipped/guard-output.js';
export { limitTools } from './policies/shipped/limit-tools.js';
export { maskTools } from './policies/shipped/mask-tools.js';
export type { PolicyOptions } from './policies/shipped/policy-options.js';
export { type RedactOptions, redact } from './policies/shipped/redact.js';
export { type SeparateOptions, separate, type ToolRule } from './policies/shipped/separate.js';
export { type StepOptions, stepOptions } from './policies/shipped/step-options.js';
export { toolChoice } from './policies/shipped/tool-choice.js';
export { untrusted } from './policies/shipped/untrusted.js';
export type { StopRule } from './policies/stop/stop-rules.js';
export { cost, iterations, stopAt, stopRule, time, tokens, toolCalled } from './policies/stop/stop-when.js';
export type {
  Answer,
  CallAnswer,
  CallVerdict,
  InputVerdict,
  LateAnswer,
  OutcomeVerdict,
  OutputVerdict,
  RequestVerdict,
  ResponseVerdict,
} from './policies/verdict.js';
export { nativeProtocol } from './protocols/native-protocol.js';
export { reasoningJsonProtocol } from './protocols/reasoning-json-protocol.js';
export type { RequestOptions } from './protocols/request-options.js';
export type { ProtocolName } from './protocols/resolve-protocol.js';
export type {
  ModelRequest,
  PromptContext,
  Reply,
  ReplyContext,
  RequestedCall,
  TextFilter,
  ToolCallProtocol,
} from './protocols/tool-call-protocol.js';
export { xmlProtocol } from './protocols/xml-protocol.js';
export type { InnerCall, InnerCalls, InnerOutcome } from './run/calls/inner-call-types.js';
export { innerCallsOf } from './run/calls/inner-calls.js';
export type { ResumeOptions, RunOptions } from './run/options/run-options.js';
export { describeCutResult } from './run/reply-end.js';
export { drainRun } from './run/stream/drain-run.js';
export { fromGenerator, ResultStream } from './run/stream/result-stream.js';
export { RunStream } from './run/stream/run-stream.js';
export { readUIRequest, type UIRequest, type UIRequestOptions } from './ui/read-ui-request.js';
export { toErrorResponse } from './ui/to-error-response.js';
export { toUIResponse, toUIStream, type UIProtocol } from './ui/to-ui-stream.js';
export type { UIStreamOptions } from './ui/ui-encoder.js';
