export { AbortListeners } from './abort-listeners.js';
export { ANNOTATIONS } from './annotation-names.js';
export { appendAll, largestOf } from './append-all.js';
export { builtInModule } from './built-in-module.js';
export type {
  ArrayPlan,
  ClassPlan,
  CodecBranch,
  CodecClasses,
  CodecPlan,
  ContainerPlan,
  MapPlan,
  ObjectPlan,
  ScalarPlan,
  SetPlan,
  Shape,
  ToolCodecs,
  TuplePlan,
  UnionPlan,
} from './codec.js';
export { fromBase64, ownBytes, textFromBase64, textToBase64, toBase64 } from './content/base64.js';
export {
  type AudioContent,
  attachParts,
  audio,
  type Content,
  content,
  type FileContent,
  file,
  findAttached,
  findParts,
  type ImageContent,
  image,
} from './content/content.js';
export { base64Bytes, type DataUrl, parseDataUrl } from './content/data-url.js';
export {
  contentText,
  describeMedia,
  describePart,
  isContentPart,
  mediaTypeOfName,
  partBytes,
  partMediaType,
  partUrl,
} from './content/describe-part.js';
export {
  findMediaType,
  type ImageDetail,
  type ImageSource,
  type MediaSource,
  toAudioPart,
  toFilePart,
  toImagePart,
} from './content/media-source.js';
export { isTextFile, textOfFile, withFileText } from './content/text-file.js';
export { developerErrorOf, isDeveloperError, withDeveloperError } from './developer-error.js';
export { type Environment, environment } from './environment.js';
export type { Blame, ErrorCode } from './error-codes.js';
export {
  errorMessage,
  isToolwrightError,
  ToolwrightError,
  type ToolwrightErrorOptions,
} from './errors.js';
export type {
  AgentEvent,
  LimitName,
  LoggedRequest,
  Logger,
  MessageEvent,
  ModelUsage,
  OutputWarning,
  PolicyEvent,
  RunInfo,
  RunResult,
  RunStartEvent,
  RunStatus,
  ToolCallEvent,
  ToolCallRecord,
  ToolResultEvent,
} from './events.js';
export { formatCost, formatCount, formatDuration } from './format.js';
export { findTool, type PresentArguments, withPresentNames } from './former-names.js';
export { isJsonObject, isRecord } from './is-record.js';
export type {
  JsonArray,
  JsonObject,
  JsonPrimitive,
  JsonSchema,
  JsonType,
  JsonValue,
  ObjectSchema,
} from './json.js';
export { LONGEST_TIMER_MS } from './longest-timer.js';
export {
  type CallShape,
  MANIFEST_VERSION,
  type Manifest,
  type ManifestMember,
  type ManifestResource,
  type ManifestTool,
  type ToolType,
} from './manifest.js';
export type {
  AssistantMessage,
  AudioPart,
  ContentPart,
  DeveloperMessage,
  FilePart,
  ImagePart,
  MediaPart,
  Message,
  Role,
  SystemMessage,
  TextPart,
  ToolCall,
  ToolMessage,
  UserMessage,
} from './messages.js';
export type {
  FallbackEvent,
  FinishReason,
  GenerateOptions,
  LLMDelta,
  LLMNotice,
  LLMProvider,
  LLMRequest,
  LLMResponse,
  McpSupport,
  ModelCapabilities,
  ModelId,
  ProviderToolCall,
  ReasoningEffort,
  RemoteMcpServer,
  ServerAddress,
  TokenLogprob,
  ToolCallDelta,
  Usage,
} from './model.js';
export { nearestName } from './nearest-name.js';
export { inNextTurn } from './next-turn.js';
export { checkOptions, describeValue, type OptionTable, optionsOf, unknownOption } from './options.js';
export { PAUSED_RUN_VERSION, type PausedRun, type PendingCall } from './paused-run.js';
export { randomBytes, randomUuid } from './random-uuid.js';
export { requireContext } from './require-context.js';
export { requirePackage } from './require-package.js';
export type { ResourceAnnotations, ResourceContents, ResourceOptions, ResourceSpec } from './resources.js';
export {
  isSealed,
  isSearched,
  markSearched,
  sealJson,
  sealMessage,
  sealOwn,
} from './seal-message.js';
export {
  isSecretMember,
  isSecretName,
  isSecretParameter,
  mayBeSecretName,
  plainName,
} from './secret-names.js';
export { sendResponse } from './send-response.js';
export { isPlainObject, shortenLine, shortenText, textEnd, textStart, wellFormed } from './text.js';
export { type Thrown, thrownOf, withThrown } from './thrown.js';
export { type ToolHints, toolHints } from './tool-hints.js';
export type { ArgumentsWatch, EarlyRefusal, ToolExecution, ToolSource } from './tool-source.js';
export {
  type FormerNames,
  type Located,
  type ProvedHints,
  SKILL_TAG,
  type SourceLocation,
  type ToolAnnotations,
  type ToolContext,
  type ToolOptions,
  type ToolOutcome,
  type ToolSpec,
} from './tools.js';
export type {
  StandardIssue,
  StandardJsonSchema,
  StandardProps,
  StandardResult,
  StandardSchema,
  TypedSchema,
} from './typed-schema.js';
export {
  describeUnknown,
  didYouMean,
  listNames,
  suggestName,
  type UnknownName,
  unknownTool,
  unknownToolMessage,
} from './unknown-name.js';
export { trust, type Untrusted, type UntrustedTag } from './untrusted.js';
export { USAGE_ENTRIES, USAGE_FIELDS, type UsageField } from './usage-fields.js';
export {
  escapeHidden,
  escapeUnseen,
  removeHidden,
  splitUnfinished,
  visibleLine,
  visibleText,
} from './visible-text.js';
export { wantsColor } from './wants-color.js';
export { searchWords } from './words.js';
export { formatWorkflowCommand, type WorkflowCommand } from './workflow-command.js';
