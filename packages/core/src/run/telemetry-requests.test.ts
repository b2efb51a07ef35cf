import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { AgentEvent, JsonSchema } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { createTelemetryLogger } from '@toolwright/logger';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { json, ReportSchema } from '../output/report.test.support.js';

const exporter = new InMemorySpanExporter();

beforeAll(() => {
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
});

beforeEach(() => exporter.reset());
afterAll(() => trace.disable());

function attributesOf(name: string) {
  return exporter
    .getFinishedSpans()
    .filter((span) => span.name === name)
    .map(({ attributes }) => attributes);
}

// M10
describe('the spans of requests', () => {
  it('have the instructions, tools and messages if content is captured, without secrets', async () => {
    const args = { at: 'x', password: 'hunter22' };
    const llmClient = scriptedModel([{ toolCalls: [{ id: 'c1', name: 'look', arguments: args }] }, 'Seen.'], {
      model: 'm',
    });
    const logger = await createTelemetryLogger({ captureContent: true });
    const tools = stubTools({ look: () => 'password=hunter22' });
    const [look] = await tools.listTools();
    const properties: Record<string, JsonSchema> = { at: { type: 'string' }, apiKey: { type: 'string' } };
    const spec = { ...look, description: 'Looks around.', parameters: { type: 'object', properties } };
    const toolRegistry = { ...tools, listTools: () => [spec as NonNullable<typeof look>] };
    const systemPrompt = 'Be brief. password=hunter22';
    await new Agent({ name: 'eye', llmClient, toolRegistry, logger, systemPrompt }).run('Hi');
    expect(JSON.stringify(exporter.getFinishedSpans().map(({ attributes }) => attributes))).not.toContain(
      'hunter22',
    );
    const [first, second] = attributesOf('chat m');
    for (const attributes of [attributesOf('invoke_agent eye')[0], first]) {
      expect(String(attributes?.['gen_ai.system_instructions'])).toContain('Be brief.');
      expect(JSON.parse(String(attributes?.['gen_ai.tool.definitions']))).toEqual([
        { type: 'function', name: 'look', description: 'Looks around.', parameters: spec.parameters },
      ]);
    }
    expect(attributesOf('execute_tool look')[0]?.['gen_ai.tool.description']).toBe('Looks around.');
    expect(JSON.parse(String(second?.['gen_ai.input.messages']))).toMatchObject([
      { role: 'user', parts: [{ type: 'text', content: 'Hi' }] },
      {
        role: 'assistant',
        parts: [
          { type: 'tool_call', id: 'c1', name: 'look', arguments: { at: 'x', password: '[redacted]' } },
        ],
      },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1' }] },
    ]);
  });

  it('tell that JSON was requested', async () => {
    const logger = await createTelemetryLogger();
    const llmClient = scriptedModel([json], { model: 'm' });
    await new Agent({ name: 'eye', llmClient, logger }).run('Plan', { output: ReportSchema });
    for (const name of ['chat m', 'invoke_agent eye'])
      expect(attributesOf(name)[0]?.['gen_ai.output.type']).toBe('json');
  });

  it('tell that the history was shortened, from then on', async () => {
    const logger = await createTelemetryLogger();
    const request: AgentEvent = { type: 'llm-call', iteration: 1, maxIterations: 3, messages: 1 };
    const events: AgentEvent[] = [
      request,
      { type: 'history-compact', before: 9, after: 3 },
      request,
      request,
    ];
    for (const event of events) logger.log(event, { runId: 'r', agent: 'eye', model: 'm' });
    expect(attributesOf('chat m').map((one) => one['gen_ai.conversation.compacted'])).toEqual([
      undefined,
      true,
    ]);
  });

  it('name an unknown provider, because the conventions require a name', async () => {
    const logger = await createTelemetryLogger();
    const model = scriptedModel(['Hi.']);
    const llmClient = { generate: model.generate.bind(model) };
    await new Agent({ name: 'eye', llmClient, logger }).run('go');
    expect(attributesOf('chat')[0]?.['gen_ai.provider.name']).toBe('unknown');
  });

  it('survive a logger that throws on a request, which becomes a warning', async () => {
    const logger = {
      log() {},
      request() {
        throw new Error('disk full');
      },
    };
    const result = await new Agent({ llmClient: scriptedModel(['Hi.']), logger }).run('go');
    expect(result).toMatchObject({ status: 'completed', warnings: ['The logger failed: disk full'] });
  });
});
