export type { Capability } from './capability/capability.js';
export { type CapabilitySource, loadCapabilities } from './capability/load-capabilities.js';
export { parseCapability } from './capability/parse-capability.js';
export { CapabilityAgent, type CapabilityAgentBuilder } from './capability-agent.js';
export type { CapabilityAgentConfig } from './capability-agent-config.js';
export type { CriticConfig } from './critic/critic-config.js';
export type { Critique, CritiqueIssue } from './critic/critique.js';
export type { AnalysisResult } from './delegation/delegation-tools.js';
export type { SubagentConfig } from './delegation/subagent-config.js';
export { gitCapabilities, gitOutputs } from './git-capabilities.js';
export type {
  BlameCommit,
  Changelog,
  ChangelogEntry,
  GeneratedMessage,
  PullRequest,
  ReleaseHighlight,
  ReleaseNotes,
  Review,
  ReviewFinding,
  SemanticBlame,
} from './git-outputs.js';
export type { CreateClient, ModelConfig, ModelRole } from './model/model-config.js';
export type { ScriptOptions } from './skills/run-script.js';
export type { Skill, SkillProblem } from './skills/skill.js';
export { type Skills, type SkillsOptions, skills } from './skills/skills.js';
export { type StyleChoice, type StylePreset, stylePresets } from './style/style-preset.js';
export type { TaskPart } from './task/run-task.js';
export type { TaskEvent, TaskListener, TaskPhase } from './task/task-event.js';
export type { CapabilityLimits, TaskLimits } from './task/task-limits.js';
export type { TaskOptions } from './task/task-options.js';
export type {
  OutputSchemas,
  OutputValue,
  PlainTextResponse,
  ResponseDetails,
  TaskResponse,
} from './task/task-response.js';
export type { TaskStream } from './task/task-stream.js';
export type { ToolUpdate } from './tools/listened-tools.js';
export { createUpdateTools } from './tools/update-tools.js';
