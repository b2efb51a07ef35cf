export { combineLoggers } from './combine-loggers.js';
export { type ConsoleLoggerOptions, createConsoleLogger } from './console-logger.js';
export { createDebugLogger, type DebugLoggerOptions } from './debug-logger.js';
export { type ErrorReport, reportThrown } from './errors/error-report.js';
export type { StackFrame } from './errors/read-stack.js';
export { createJsonLogger, type JsonLoggerOptions } from './json-logger.js';
export { createTelemetryLogger, type TelemetryLoggerOptions } from './telemetry/create-telemetry-logger.js';
export type { LogStream } from './terminal.js';
export { createTranscriptLogger, type TranscriptLoggerOptions } from './transcript-logger.js';
