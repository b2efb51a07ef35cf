/** The spans of runs in a receiver of another project, as it comes from npm: the telemetry server of Genkit, which keeps what it gets by OTLP. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { SPANS } from '../../packages/core/src/run/conventions.test.support.js';
import { own, runAgents } from '../../packages/core/src/run/telemetry-runs.test.support.js';

const COLLECTOR = '@genkit-ai/telemetry-server@1.43.0';

const PROGRAM = `const { LocalFileLogStore, LocalFileTraceStore, startTelemetryServer } = require('@genkit-ai/telemetry-server');
const { createServer } = require('node:net');
const probe = createServer().listen(0, '127.0.0.1', () => {
  const { port } = probe.address();
  probe.close(async () => {
    const store = { storeRoot: __dirname, indexRoot: __dirname };
    await startTelemetryServer({ port, traceStore: new LocalFileTraceStore(store), logStore: new LocalFileLogStore(store) });
    process.send(port);
  });
});
`;

interface KeptSpan {
  readonly displayName: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly spanKind: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const folder = mkdtempSync(join(tmpdir(), 'toolwright-collector-'));
let collector: ChildProcess;
let url = '';

beforeAll(async () => {
  // Its dependencies have install scripts, which it does not need here.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', folder];
  execFileSync('npm', ['install', ...flags, COLLECTOR], { stdio: 'pipe' });
  writeFileSync(join(folder, 'collector.cjs'), PROGRAM);
  collector = spawn(process.execPath, ['collector.cjs'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 2, 'ipc'],
  });
  const [port] = await Promise.race([once(collector, 'message'), once(collector, 'exit').then(ended)]);
  url = `http://127.0.0.1:${port}/api`;
});

afterAll(async () => {
  if (collector.exitCode === null) {
    collector.kill();
    await once(collector, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

function ended(): never {
  throw new Error('The collector ended.');
}

async function keptSpans(): Promise<readonly KeptSpan[]> {
  const { traces } = (await get('/traces')) as { traces: { traceId: string }[] };
  const whole = await Promise.all(traces.map(({ traceId }) => get(`/traces/${traceId}`)));
  return (whole as { spans: Record<string, KeptSpan> }[]).flatMap(({ spans }) => Object.values(spans));
}

async function get(path: string): Promise<unknown> {
  return (await fetch(url + path)).json();
}

// M10
it('has each attribute of the conventions, with its type, and nothing else', async () => {
  const exporter = new OTLPTraceExporter({ url: `${url}/otlp/v1/traces` });
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  await runAgents({ captureContent: true });
  await provider.shutdown();
  trace.disable();

  const spans = await keptSpans();
  expect(spans.map(({ displayName, spanKind }) => `${spanKind} ${displayName}`).sort()).toEqual([
    'CLIENT chat gemini-x',
    'CLIENT chat gemini-x',
    'CLIENT chat gemini-x',
    'INTERNAL execute_tool fail',
    'INTERNAL execute_tool look',
    'INTERNAL invoke_agent eye',
    'INTERNAL invoke_agent eye',
  ]);
  const agents = new Set(
    spans.filter(({ parentSpanId }) => parentSpanId === undefined).map(({ spanId }) => spanId),
  );
  for (const { displayName, parentSpanId, attributes } of spans) {
    expect(displayName.startsWith('invoke_agent')).toBe(parentSpanId === undefined);
    if (parentSpanId !== undefined) expect(agents).toContain(parentSpanId);
    const facts = SPANS[String(attributes['gen_ai.operation.name'])] ?? {};
    for (const [key, value] of Object.entries(own(attributes)))
      expect([displayName, key, typesOf(value)]).toEqual([
        displayName,
        key,
        expect.arrayContaining([facts[key]?.[0]]),
      ]);
  }
  const found = new Set(spans.flatMap(({ attributes }) => Object.keys(own(attributes))));
  const wanted = Object.values(SPANS).flatMap((facts) => Object.keys(facts));
  expect([...found].sort()).toEqual([...new Set(wanted)].filter((key) => !UNSEEN.has(key)).sort());
});

/** Attributes of cases that these runs do not contain. */
const UNSEEN: ReadonlySet<string> = new Set(['gen_ai.output.type', 'gen_ai.conversation.compacted']);

/** The types of the conventions that a value may have. JSON does not distinguish the two kinds of numbers. */
function typesOf(value: unknown): readonly string[] {
  if (typeof value === 'boolean') return ['bool'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['int', 'double'] : ['double'];
  return [Array.isArray(value) ? 'string[]' : 'string'];
}
