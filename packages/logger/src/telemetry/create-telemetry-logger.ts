import {
  checkOptions,
  errorMessage,
  type Logger,
  optionsOf,
  type RunInfo,
  ToolwrightError,
} from '@toolwright/contract';
import { loggerRedaction, type RedactOptions } from '../logger-redaction.js';
import { createInstruments } from './instruments.js';
import { RunTelemetry } from './run-telemetry.js';

/** Options of `createTelemetryLogger`. */
export interface TelemetryLoggerOptions extends RedactOptions {
  /**
   * Whether spans contain messages, and the arguments and results of tools, which may be private. Default: false.
   */
  readonly captureContent?: boolean | undefined;
}

const SCOPE = 'toolwright';

const TELEMETRY = optionsOf<TelemetryLoggerOptions>()({
  'true or false': 'captureContent',
  anything: 'redact',
});

/**
 * Creates a logger that turns runs into OpenTelemetry spans and metrics, following the semantic conventions for generative AI. It uses the
 * providers that the program has registered with the optional package `@opentelemetry/api`. If none is registered, nothing is recorded.
 * @throws ToolwrightError `MISSING_PACKAGE`
 * @see https://github.com/open-telemetry/semantic-conventions-genai
 */
export async function createTelemetryLogger(options: TelemetryLoggerOptions = {}): Promise<Logger> {
  checkOptions(options, TELEMETRY, 'createTelemetryLogger');
  const { captureContent = false } = options;
  const { redact } = loggerRedaction(options);
  const api = await loadApi();
  const tracer = api.trace.getTracer(SCOPE);
  const instruments = createInstruments(api.metrics.getMeter(SCOPE));
  const runs = new Map<string, RunTelemetry>();

  return {
    log(event, run) {
      const known = runs.get(run.runId);
      const telemetry =
        known ?? new RunTelemetry({ api, tracer, instruments, captureContent, redact, run }, parentOf(run));
      if (known === undefined) runs.set(run.runId, telemetry);
      telemetry.note(event);
      if (event.type === 'run-end') runs.delete(run.runId);
    },
    within(callId, { runId }, work) {
      const context = runs.get(runId)?.contextOf(callId);
      return context === undefined ? work() : api.context.with(context, work);
    },
  };

  function parentOf({ parentRunId = '', parentCallId }: RunInfo) {
    return runs.get(parentRunId)?.contextOf(parentCallId) ?? api.context.active();
  }
}

async function loadApi(): Promise<typeof import('@opentelemetry/api')> {
  try {
    // This form lets bundlers do without the package: docs/decisions/0025-imports-of-optional-packages.md.
    return await import(/* webpackIgnore: true */ /* turbopackIgnore: false */ '@opentelemetry/api');
  } catch (error) {
    throw new ToolwrightError('MISSING_PACKAGE', "The package '@opentelemetry/api' is not installed.", {
      blame: 'developer',
      hint: `Run: npm install @opentelemetry/api (${errorMessage(error)})`,
      cause: error,
    });
  }
}
