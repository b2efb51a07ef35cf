export type { RunEntry, StudioEvent, ToolLog, WireReply, WireRequest } from './protocol/studio-event.js';
