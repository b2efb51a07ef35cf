import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { scriptedModel } from '@toolwright/llm/testing';
import { createTelemetryLogger } from '@toolwright/logger';
import { Agent } from '../agent/agent.js';
import type { Policy } from './policy.js';

const exporter = new InMemorySpanExporter();

beforeAll(() => {
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
});

beforeEach(() => exporter.reset());
afterAll(() => trace.disable());

// H2
it.each([
  [false, {}],
  [true, { reason: 'about Ada' }],
])(
  'the span of a run names the policies that acted, with reasons if content is captured: %s',
  async (captureContent, told) => {
    const guard: Policy = { name: 'guard', onOutput: () => ({ end: 'about Ada' }) };
    const logger = await createTelemetryLogger({ captureContent });
    const llmClient = scriptedModel(['Ada is here.']);
    await new Agent({ name: 'eye', llmClient, logger, policies: [guard] }).run('go');
    const span = exporter.getFinishedSpans().find(({ name }) => name === 'invoke_agent eye');
    expect(span?.events).toMatchObject([{ name: 'toolwright.policy' }]);
    expect(span?.events[0]?.attributes).toEqual({
      policy: 'guard',
      hook: 'onOutput',
      action: 'end',
      ...told,
    });
    expect(span?.attributes).toMatchObject({
      'toolwright.run.status': 'stopped',
      'toolwright.run.stopped_by': 'guard',
    });
  },
);
