export { thrownOf } from '@toolwright/contract';
export {
  combineLoggers,
  createConsoleLogger,
  createDebugLogger,
  createJsonLogger,
  createTelemetryLogger,
  createTranscriptLogger,
} from '@toolwright/logger';
