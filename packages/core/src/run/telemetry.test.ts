import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  context,
  metrics,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import {
  AggregationTemporality,
  type HistogramMetricData,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { ToolwrightError } from '@toolwright/contract';
import { fallbackClient } from '@toolwright/llm';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { createTelemetryLogger } from '@toolwright/logger';
import { ToolRegistry } from '@toolwright/tools';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import type { ToolSource } from '../calls/tool-source.js';
import { innerCallsOf } from './calls/inner-calls.js';
import { collect } from './collect.test.support.js';

const exporter = new InMemorySpanExporter();
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const metricExporter = new InMemoryMetricExporter(AggregationTemporality.DELTA);
const reader = new PeriodicExportingMetricReader({
  exporter: metricExporter,
  exportIntervalMillis: 3_600_000,
});
const meterProvider = new MeterProvider({ readers: [reader] });
const storage = new AsyncLocalStorage<Context>();

beforeAll(() => {
  trace.setGlobalTracerProvider(tracerProvider);
  metrics.setGlobalMeterProvider(meterProvider);
  context.setGlobalContextManager({
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) => storage.run(active, () => work.call(self, ...args)),
    bind: (_active, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });
});

beforeEach(async () => {
  await reader.forceFlush();
  exporter.reset();
  metricExporter.reset();
});

afterAll(async () => {
  await meterProvider.shutdown();
  for (const api of [trace, metrics, context]) api.disable();
});

const usage = { inputTokens: 20, outputTokens: 5, cachedInputTokens: 8, reasoningTokens: 2 };

function toModel(steps: readonly ScriptStep[]) {
  return scriptedModel(steps, { provider: 'google', model: 'gemini-x' });
}

/** Spans by name; `#2` after a name means the second span of that name. */
function spans(): Map<string, ReadableSpan> {
  const found = new Map<string, ReadableSpan>();
  for (const span of exporter.getFinishedSpans()) {
    let name = span.name;
    for (let count = 2; found.has(name); count++) name = `${span.name}#${count}`;
    found.set(name, span);
  }
  return found;
}

function parents(): Record<string, string | undefined> {
  const all = [...spans()];
  return Object.fromEntries(
    all.map(([name, span]) => [
      name,
      all.find(([, other]) => other.spanContext().spanId === span.parentSpanContext?.spanId)?.[0],
    ]),
  );
}

describe('telemetry of a run', () => {
  it('has the spans of calls that a tool makes below the span of its call', async () => {
    const inner = stubTools({ look: () => trace.getTracer('t').startSpan('database').end() });
    const outer = stubTools({
      program: (_, { state, callId }) => innerCallsOf({ state, callId })?.run([{ name: 'look', args: {} }]),
    });
    const toolRegistry: ToolSource = {
      listTools: () => outer.listTools(),
      listInnerTools: () => inner.listTools(),
      execute: (name, args, execution) => (execution.inner ? inner : outer).execute(name, args, execution),
    };
    const llmClient = toModel([{ toolCalls: [{ id: 'c', name: 'program' }] }, 'done']);
    await new Agent({ name: 'eye', llmClient, toolRegistry, logger: await createTelemetryLogger() }).run(
      'go',
    );
    expect(parents()).toMatchObject({
      'execute_tool program': 'invoke_agent eye',
      'execute_tool look': 'execute_tool program',
      database: 'execute_tool look',
    });
  });

  it('has a span for the run, each request and each tool call', async () => {
    const outcome = { result: 'secret', error: null };
    const searched = { id: 'm1', server: 'web', name: 'search', arguments: '{}', outcome };
    const llmClient = toModel([
      { toolCalls: [{ id: 'c1', name: 'look', arguments: { at: 'secret' } }], usage },
      { providerCalls: [searched], text: 'Seen.', usage },
    ]);
    const toolRegistry = stubTools({ look: () => 'a secret' });
    const logger = await createTelemetryLogger();
    await new Agent({ name: 'eye', llmClient, toolRegistry, logger }).run('my secret');
    expect(parents()).toEqual({
      'invoke_agent eye': undefined,
      'chat gemini-x': 'invoke_agent eye',
      'execute_tool look': 'invoke_agent eye',
      'chat gemini-x#2': 'invoke_agent eye',
      'execute_tool web_search': 'chat gemini-x#2',
    });
    const found = spans();
    expect(found.get('chat gemini-x#2')?.attributes).toHaveProperty(['gen_ai.usage.input_tokens'], 20);
    const model = { 'gen_ai.provider.name': 'gcp.gemini', 'gen_ai.request.model': 'gemini-x' };
    expect(found.get('invoke_agent eye')).toMatchObject({
      kind: SpanKind.INTERNAL,
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'eye',
        'gen_ai.request.model': 'gemini-x',
        'gen_ai.response.finish_reasons': ['stop'],
        'gen_ai.usage.input_tokens': 40,
        'gen_ai.usage.output_tokens': 10,
        'toolwright.run.status': 'completed',
        'toolwright.run.iterations': 2,
        'toolwright.run.tool_calls': 2,
      },
    });
    expect(found.get('chat gemini-x')).toMatchObject({
      kind: SpanKind.CLIENT,
      attributes: {
        'gen_ai.operation.name': 'chat',
        ...model,
        'gen_ai.response.finish_reasons': ['tool_call'],
        'gen_ai.usage.input_tokens': 20,
        'gen_ai.usage.cache_read.input_tokens': 8,
        'gen_ai.usage.reasoning.output_tokens': 2,
      },
    });
    expect(found.get('execute_tool look')).toMatchObject({
      kind: SpanKind.INTERNAL,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'look',
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': 'c1',
      },
    });
    // Attributes must not contain the conversation.
    expect(JSON.stringify([...found.values()].map(({ attributes }) => attributes))).not.toContain('secret');
  });

  // H6
  it('names the model that answered, and shows the fallback', async () => {
    const down = new ToolwrightError('RATE_LIMIT', 'Down.', { blame: 'provider' });
    const other = scriptedModel([{ text: 'Hi.', usage }], { provider: 'openai', model: 'gpt-x' });
    const logger = await createTelemetryLogger();
    const llmClient = fallbackClient([toModel([{ error: down }]), other]);
    await new Agent({ name: 'eye', llmClient, logger }).run('Hi');
    const span = spans().get('chat gemini-x');
    expect(span?.attributes).toMatchObject({
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gemini-x',
      'gen_ai.response.model': 'gpt-x',
    });
    expect(span?.events).toMatchObject([
      {
        name: 'toolwright.fallback',
        attributes: { from: 'google/gemini-x', to: 'openai/gpt-x', reason: 'Down.' },
      },
    ]);
  });

  it('contains messages if content capture is on', async () => {
    const llmClient = toModel([{ toolCalls: [{ id: 'c1', name: 'look', arguments: { at: 'x' } }] }, 'Seen.']);
    const logger = await createTelemetryLogger({ captureContent: true });
    await new Agent({
      name: 'eye',
      llmClient,
      toolRegistry: stubTools({ look: () => ({ n: 1 }) }),
      logger,
    }).run('Hi');
    const { attributes } = spans().get('invoke_agent eye') ?? {};
    expect(JSON.parse(String(attributes?.['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'Hi' }] },
    ]);
    expect(JSON.parse(String(attributes?.['gen_ai.output.messages']))).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: 'Seen.' }], finish_reason: 'stop' },
    ]);
    expect(spans().get('execute_tool look')?.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"at":"x"}',
      'gen_ai.tool.call.result': '{"n":1}',
    });
  });

  it('is a child of the active span, and spans of tools are children of their calls', async () => {
    const tracer = trace.getTracer('test');
    const outer = tracer.startSpan('request');
    const look = async () => {
      await Promise.resolve();
      tracer.startSpan('query').end();
      return 1;
    };
    const llmClient = toModel([
      {
        toolCalls: [
          { id: 'a', name: 'look' },
          { id: 'b', name: 'rest' },
        ],
      },
      'x',
    ]);
    const logger = await createTelemetryLogger();
    const agent = new Agent({
      name: 'eye',
      llmClient,
      toolRegistry: stubTools({ look, rest: look }),
      logger,
    });
    await context.with(trace.setSpan(context.active(), outer), () => agent.run('go'));
    outer.end();
    expect(parents()).toMatchObject({
      'invoke_agent eye': 'request',
      query: 'execute_tool look',
      'query#2': 'execute_tool rest',
    });
  });

  it('of a sub-agent is a child of the call that started it', async () => {
    const sub = new Agent({ name: 'sub', llmClient: toModel(['Deep.']) });
    const toolRegistry = new ToolRegistry().register(sub.asTool());
    const logger = await createTelemetryLogger();
    const llmClient = toModel([{ toolCalls: [{ name: 'sub', arguments: { task: 'dig' } }] }, 'Done.']);
    await new Agent({ name: 'top', llmClient, toolRegistry, logger }).run('go');
    expect(parents()).toMatchObject({
      'execute_tool sub': 'invoke_agent top',
      'invoke_agent sub': 'execute_tool sub',
      'chat gemini-x#2': 'invoke_agent sub',
    });
  });

  it('records errors: of a tool, of the model, an abort', async () => {
    const error = new ToolwrightError('RATE_LIMIT', 'Too many requests.', { blame: 'provider' });
    const controller = new AbortController();
    const toolRegistry = stubTools({
      divide: () => Promise.reject(new Error('by zero')),
      hang: () => {
        setTimeout(() => controller.abort(), 5);
        return new Promise(() => {});
      },
    });
    const logger = await createTelemetryLogger();
    const failing = toModel([{ toolCalls: [{ name: 'divide' }] }, { error }]);
    expect(await new Agent({ name: 'a', llmClient: failing, toolRegistry, logger }).run('go')).toMatchObject({
      status: 'error',
      errorCode: 'RATE_LIMIT',
    });
    const status = { code: SpanStatusCode.ERROR };
    expect(spans().get('execute_tool divide')).toMatchObject({
      status: { ...status, message: 'by zero' },
      attributes: { 'error.type': 'tool_error' },
    });
    // K7
    expect(spans().get('execute_tool divide')?.events).toMatchObject([
      {
        name: 'exception',
        attributes: {
          'exception.type': 'Error',
          'exception.message': 'by zero',
          'exception.stacktrace': expect.stringMatching(/^Error: by zero\n {4}at .*telemetry\.test/),
        },
      },
    ]);
    for (const name of ['chat gemini-x#2', 'invoke_agent a'])
      expect(spans().get(name)).toMatchObject({
        status: { ...status, message: 'Too many requests.' },
        attributes: { 'error.type': 'RATE_LIMIT' },
      });
    exporter.reset();
    const llmClient = toModel([{ toolCalls: [{ name: 'hang' }] }]);
    await new Agent({ name: 'b', llmClient, toolRegistry, logger }).run('go', { signal: controller.signal });
    expect([...spans().keys()]).toEqual(['chat gemini-x', 'execute_tool hang', 'invoke_agent b']);
    expect(spans().get('invoke_agent b')?.attributes['error.type']).toBe('aborted');
  });

  it('measures tokens and durations', async () => {
    const logger = await createTelemetryLogger();
    const llmClient = toModel([
      { toolCalls: [{ name: 'look' }], usage },
      { text: 'Seen.', usage },
    ]);
    const agent = new Agent({ name: 'eye', llmClient, toolRegistry: stubTools({ look: () => 1 }), logger });
    await collect(agent.runStream('go'));
    await reader.forceFlush();
    const data = metricExporter
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics: m }) => m));
    const points = new Map(
      data.map((metric) => [metric.descriptor.name, (metric as HistogramMetricData).dataPoints]),
    ); // all are histograms
    const sums = [...points].flatMap(([name, list]) =>
      name.startsWith('gen_ai.client.inference.usage.') ? [[name.slice(30), list[0]?.value]] : [],
    );
    expect(Object.fromEntries(sums)).toEqual({
      input_tokens: 40,
      output_tokens: 10,
      'cache_read.input_tokens': 16,
      'reasoning.output_tokens': 4,
    });
    const counts = [...points].flatMap(([name, list]) =>
      name.startsWith('gen_ai.client.inference.usage.')
        ? []
        : [[name, list.reduce((sum, { value }) => sum + value.count, 0)]],
    );
    expect(Object.fromEntries(counts)).toEqual({
      'gen_ai.client.inference.duration': 2,
      'gen_ai.client.inference.operation.input_tokens': 2,
      'gen_ai.client.inference.operation.output_tokens': 2,
      'gen_ai.client.inference.time_to_first_chunk': 1,
      'gen_ai.invoke_agent.duration': 1,
      'gen_ai.invoke_agent.inference_calls': 1,
      'gen_ai.invoke_agent.tool_calls': 1,
      'gen_ai.execute_tool.duration': 1,
    });
    expect(points.get('gen_ai.client.inference.duration')?.[0]?.value.buckets.boundaries.slice(0, 3)).toEqual(
      [0.01, 0.02, 0.04],
    );
  });

  it('keeps nothing after runs have ended, and is silent without a registered SDK', async () => {
    trace.disable();
    const logger = await createTelemetryLogger();
    const agent = new Agent({ llmClient: toModel(['x']), logger });
    expect(await agent.run('go')).toMatchObject({ status: 'completed' });
    expect(exporter.getFinishedSpans()).toEqual([]);
    trace.setGlobalTracerProvider(tracerProvider);
  });
});
