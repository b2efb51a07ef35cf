export { type ConnectStudioOptions, connectStudio } from './connect/connect-studio.js';
export { type LogContents, readLog } from './log/read-log.js';
export type {
  RunEntry,
  RunInterrupted,
  ShownStatus,
  StudioEvent,
  ToolLog,
  WireReply,
  WireRequest,
} from './protocol/studio-event.js';
export type {
  ModelStep,
  NoteStep,
  TimelineExchange,
  TimelineRun,
  TimelineStep,
  ToolStep,
} from './timeline/timeline.js';
export { timelineOf } from './timeline/timeline-of.js';
