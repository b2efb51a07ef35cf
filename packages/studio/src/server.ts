export { endWithParent } from './host/end-with-parent.js';
export { hostProgram } from './host/host-program.js';
export type {
  LoadedAgent,
  LoadedProgram,
  StudioAgent,
  StudioExecution,
  StudioRegistry,
} from './host/loaded-program.js';
export type { ProblemsReply, StudioDiagnostic } from './protocol/problem-requests.js';
export type { ProgramModule } from './server/program/program-module.js';
export { startStudio } from './server/start-studio.js';
export type {
  ProblemSource,
  SessionQuery,
  SessionSource,
  Studio,
  StudioOptions,
  ToolFacts,
} from './server/studio-options.js';
export { type OpenPage, writeOpenPage } from './server/write-open-page.js';
