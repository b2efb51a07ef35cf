import { metrics, trace } from '@opentelemetry/api';
import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufMetrics } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraces } from '@opentelemetry/exporter-trace-otlp-proto';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { TelemetryLoggerOptions } from '@toolwright/logger';
import { METRICS, SPANS } from './conventions.test.support.js';
import { type SentSpan, startReceiver } from './otlp.test.support.js';
import { own, runAgents } from './telemetry-runs.test.support.js';

const FORMATS = {
  'application/json': { Traces: JsonTraces, Metrics: JsonMetrics },
  'application/x-protobuf': { Traces: ProtobufTraces, Metrics: ProtobufMetrics },
};

/** Runs agents, and returns what an official exporter sent about them. */
async function sent(format: keyof typeof FORMATS, options: TelemetryLoggerOptions = {}) {
  const receiver = await startReceiver();
  const { Traces, Metrics } = FORMATS[format];
  const exporter = new Traces({ url: `${receiver.url}/v1/traces` });
  const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const meters = new MeterProvider({
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new Metrics({ url: `${receiver.url}/v1/metrics` }),
        exportIntervalMillis: 3_600_000,
      }),
    ],
  });
  trace.setGlobalTracerProvider(tracers);
  metrics.setGlobalMeterProvider(meters);
  try {
    await runAgents(options);
    await tracers.shutdown();
    await meters.shutdown();
  } finally {
    trace.disable();
    metrics.disable();
    receiver.close();
  }
  expect([...receiver.types]).toEqual([format]);
  return receiver;
}

function named(spans: readonly SentSpan[], start: string): readonly SentSpan[] {
  return spans.filter(({ name }) => name.startsWith(start));
}

// M10
describe.each(Object.keys(FORMATS) as (keyof typeof FORMATS)[])('telemetry sent as %s', (format) => {
  it('has only attributes of the conventions, with their types, and all required ones', async () => {
    const { spans } = await sent(format, { captureContent: true });
    const operations = spans.map(({ attributes }) => attributes['gen_ai.operation.name']?.value);
    expect(new Set(operations)).toEqual(new Set(Object.keys(SPANS)));
    for (const { name, attributes } of spans) {
      const facts = SPANS[String(attributes['gen_ai.operation.name']?.value)] ?? {};
      for (const [key, { type }] of Object.entries(own(attributes)))
        expect(`${name} ${key} ${type}`).toBe(`${name} ${key} ${facts[key]?.[0]}`);
      const required = Object.keys(facts).filter((key) => facts[key]?.[1] === 'required');
      expect(Object.keys(attributes)).toEqual(expect.arrayContaining(required));
    }
  });

  it('has each attribute somewhere, and opt-in attributes only if content is captured', async () => {
    for (const captureContent of [true, false]) {
      const { spans } = await sent(format, { captureContent });
      for (const [operation, facts] of Object.entries(SPANS)) {
        const found = named(spans, operation).flatMap(({ attributes }) => Object.keys(own(attributes)));
        const wanted = Object.keys(facts).filter(
          (key) => (captureContent || facts[key]?.[1] !== 'opt-in') && !UNSEEN.has(key),
        );
        expect([operation, ...new Set(found)].sort()).toEqual([operation, ...wanted].sort());
      }
    }
  });

  it('has the names, kinds and states of spans', async () => {
    const { spans } = await sent(format);
    expect(
      spans.map(({ name, kind, status, attributes }) => [
        name,
        kind,
        status,
        attributes['error.type']?.value,
      ]),
    ).toEqual([
      ['chat gemini-x', CLIENT, 0, undefined],
      ['execute_tool look', INTERNAL, 0, undefined],
      ['execute_tool fail', INTERNAL, ERROR, 'tool_error'],
      ['chat gemini-x', CLIENT, 0, undefined],
      ['invoke_agent eye', INTERNAL, 0, undefined],
      ['chat gemini-x', CLIENT, ERROR, 'RATE_LIMIT'],
      ['invoke_agent eye', INTERNAL, ERROR, 'RATE_LIMIT'],
    ]);
    expect(spans.at(-1)?.attributes['gen_ai.response.finish_reasons']?.value).toEqual(['error']);
  });

  it('has the metrics of the conventions, with their units, boundaries and attributes', async () => {
    const { metrics: found } = await sent(format);
    expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(METRICS).sort());
    for (const { name, unit, instrument, boundaries, points } of found) {
      const facts = METRICS[name as keyof typeof METRICS]; // as checked above
      expect({ name, unit, instrument, boundaries }).toEqual({
        name,
        unit: facts.unit,
        instrument: facts.instrument,
        boundaries: facts.boundaries,
      });
      for (const point of points) {
        const keys = Object.keys(point);
        expect(keys).toEqual(expect.arrayContaining([...facts.required]));
        expect([name, ...keys.filter((key) => ![...facts.required, ...facts.others].includes(key))]).toEqual([
          name,
        ]);
      }
    }
  });
});

const INTERNAL = 1;
const CLIENT = 3;
const ERROR = 2;

/** Attributes of cases that these runs do not contain, which other tests cover. */
const UNSEEN: ReadonlySet<string> = new Set(['gen_ai.output.type', 'gen_ai.conversation.compacted']);
