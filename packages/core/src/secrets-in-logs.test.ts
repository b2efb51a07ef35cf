import { metrics, trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import {
  combineLoggers,
  createConsoleLogger,
  createDebugLogger,
  createJsonLogger,
  createTelemetryLogger,
  createTranscriptLogger,
} from '@toolwright/logger';
import { Agent } from './agent/agent.js';
import { stubTools } from './calls/stub-tools.test.support.js';

/** Does not look like a secret: only the names of its variable and members tell. */
const PLAIN = 'violet-otter canary';
/** Looks like a key. */
const KEY = `sk-proj-${'canary0123456789'}`;
/** Only the user knows that this is a secret. */
const NUMBER = 'ACME-canary-1';
const ALL = `${PLAIN}, ${KEY}, ${NUMBER} and https://u:canary-pw-1@host/`;

const exporter = new InMemorySpanExporter();

beforeAll(() => {
  process.env.CANARY_TOKEN = PLAIN;
  const processors = [new SimpleSpanProcessor(exporter)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: processors }));
});
beforeEach(() => exporter.reset());
afterAll(() => {
  delete process.env.CANARY_TOKEN;
  for (const api of [trace, metrics]) api.disable();
});

/** In pieces of three characters, so that no piece contains a whole secret. */
function pieces(type: 'text-delta' | 'reasoning-delta', text: string) {
  return (text.match(/[\s\S]{1,3}/g) ?? []).map((piece) => ({ type, text: piece }));
}

const steps: readonly ScriptStep[] = [
  {
    toolCalls: [
      { id: 'c1', name: 'look', arguments: { at: ALL, apiKey: 'canary-by-name', [KEY]: 1 } },
      {
        id: 'c2',
        name: 'fail',
        arguments: { nested: JSON.stringify({ password: 'canary-by-name', at: ALL }) },
      },
      { id: 'c3', name: 'look', arguments: `{"at": "${ALL}` },
      { id: 'c4', name: KEY, arguments: {} },
    ],
    reasoning: `I think of ${ALL}.`,
  },
  {
    deltas: [
      ...pieces('reasoning-delta', `Streamed ${ALL}. `),
      ...pieces('text-delta', `Streamed ${ALL}. {"password": "canary-by-name"} `),
      { type: 'finish', finishReason: 'stop' },
    ],
  },
  { error: new Error(`401: ${ALL}`) },
];

async function record(redact?: false): Promise<string> {
  let text = '';
  const stream = { write: (piece: string) => (text += piece) };
  const rules = redact ?? [/ACME-[\w-]+/];
  const options = { stream, color: false, redact: rules };
  const logger: Logger = combineLoggers(
    createConsoleLogger({ ...options, maxLength: 60 }),
    createConsoleLogger(options),
    createTranscriptLogger({ ...options, maxLength: 60 }),
    createTranscriptLogger(options),
    createDebugLogger({ ...options, maxLength: 60 }),
    createDebugLogger(options),
    createJsonLogger({ stream, redact: rules }),
    await createTelemetryLogger({ captureContent: true, redact: rules }),
  );
  const toolRegistry = stubTools({
    look: (_args, { onProgress }) => {
      onProgress({ token: 'canary-by-name', at: ALL });
      return { at: ALL, [KEY]: { secret: 'canary-by-name' }, list: [ALL] };
    },
    fail: () => {
      throw new Error(`No way to ${ALL}`);
    },
  });
  const llmClient = scriptedModel(steps, { model: 'm' });
  const agent = new Agent({ name: 'a', llmClient, toolRegistry, logger });
  await agent.run(`Use ${ALL}`);
  await agent.run(`Again ${ALL}`);
  const spans = exporter.getFinishedSpans().map(({ name, attributes, status, events }) => ({
    name,
    attributes,
    status,
    events,
  }));
  return text + JSON.stringify(spans);
}

// G4
describe('a planted secret', () => {
  it('appears in no log of any format, and in no span', async () => {
    const text = await record();
    expect(text).not.toContain('canary');
    expect(text).not.toContain('violet');
    // Nor the beginning of one, where a text is shortened.
    expect(text).not.toContain('sk-proj');
    for (const said of ['Streamed', 'I think of', 'No way to', 'Use', 'Again', '401'])
      expect(text).toContain(said);
  });

  it('appears if redaction is off', async () => {
    const text = await record(false);
    for (const secret of [PLAIN, KEY, NUMBER, 'canary-by-name', 'canary-pw-1'])
      expect(text).toContain(secret);
  });
});
