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
import { SpanWriter } from './span-writer.js';

/** Options of `createTelemetryLogger`. */
export interface TelemetryLoggerOptions extends RedactOptions {
  /**
   * Whether spans contain messages, instructions, tool definitions, and the arguments and results of tools, which may be private.
   * Default: false.
   */
  readonly captureContent?: boolean | undefined;
  /** Returns the id of the conversation that a run belongs to, which backends use to group runs. Default: none. */
  readonly conversationId?: ((run: RunInfo) => string | undefined) | undefined;
}

const SCOPE = 'toolwright';

const TELEMETRY = optionsOf<TelemetryLoggerOptions>()({
  'true or false': 'captureContent',
  'a function': 'conversationId',
  anything: 'redact',
});

/**
 * Creates a logger that turns runs into OpenTelemetry spans and metrics, following the semantic conventions for generative AI. It uses the
 * providers that the program has registered with the optional package `@opentelemetry/api`. If none is registered, nothing is recorded.
 * @throws ToolwrightError `MISSING_PACKAGE`
 * @see https://github.com/open-telemetry/semantic-conventions-genai/tree/v0.1.0
 */
export async function createTelemetryLogger(options: TelemetryLoggerOptions = {}): Promise<Logger> {
  checkOptions(options, TELEMETRY, 'createTelemetryLogger');
  const { captureContent = false, conversationId } = options;
  const { redact, redactBody } = loggerRedaction(options);
  const api = await loadApi();
  const spans = new SpanWriter(api, api.trace.getTracer(SCOPE), redact);
  const instruments = createInstruments(api.metrics.getMeter(SCOPE));
  const runs = new Map<string, RunTelemetry>();

  return {
    log(event, run) {
      telemetryOf(run).note(event);
      if (event.type === 'run-end') runs.delete(run.runId);
    },
    request(request, run) {
      telemetryOf(run).announce(request);
    },
    within(callId, { runId }, work) {
      const context = runs.get(runId)?.contextOf(callId);
      return context === undefined ? work() : api.context.with(context, work);
    },
  };

  function telemetryOf(run: RunInfo): RunTelemetry {
    const known = runs.get(run.runId);
    if (known !== undefined) return known;
    const setup = {
      spans,
      instruments,
      captureContent,
      redact: redactBody,
      run,
      conversationId: conversationId?.(run),
    };
    const telemetry = new RunTelemetry(setup, parentOf(run));
    runs.set(run.runId, telemetry);
    return telemetry;
  }

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
