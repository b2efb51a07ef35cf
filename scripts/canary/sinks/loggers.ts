import { inspect } from 'node:util';
import { metrics, trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { connectStudio } from '@toolwright/studio';
import { startStudio } from '@toolwright/studio/server';
import type { Logger } from 'toolwright';
import {
  createConsoleLogger,
  createDebugLogger,
  createJsonLogger,
  createTelemetryLogger,
  createTranscriptLogger,
} from 'toolwright/logging';
import { contentsOf, inFolder } from './folder.js';
import { withRuns } from './runs.js';
import { type Sink, WHOLE } from './sink.js';

export function loggers(): Record<string, Sink> {
  const printed =
    (create: (options: { stream: { write(text: string): unknown }; color: false }) => Logger): Sink =>
    async () => {
      let text = '';
      const stream = { write: (piece: string) => (text += piece) };
      return withRuns({ logger: create({ stream, color: false }) }, async () => text);
    };
  return {
    createConsoleLogger: printed((options) => createConsoleLogger(options)),
    createTranscriptLogger: printed((options) => createTranscriptLogger(options)),
    createDebugLogger: printed((options) => createDebugLogger(options)),
    createJsonLogger: printed(({ stream }) => createJsonLogger({ stream })),
    connectStudio: studio,
    createTelemetryLogger: async () => {
      const exporter = new InMemorySpanExporter();
      const spanProcessors = [new SimpleSpanProcessor(exporter)];
      trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
      try {
        const logger = await createTelemetryLogger({ captureContent: true });
        return await withRuns({ logger }, async () =>
          inspect(
            exporter
              .getFinishedSpans()
              .map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
            WHOLE,
          ),
        );
      } finally {
        for (const api of [trace, metrics]) api.disable();
      }
    },
  };
}

/** What the page of a Studio is sent, and what Studio keeps in files. */
async function studio(): Promise<string> {
  return inFolder(async (root) => {
    const opened = await startStudio({ root, version: '1', started: { agents: [] }, keep: true });
    const ask = async (address: string): Promise<string> => {
      const headers = { authorization: `Bearer ${opened.token}` };
      return (await fetch(`http://127.0.0.1:${opened.port}/api/${address}`, { headers })).text();
    };
    const list = async () => JSON.parse(await ask('runs')).runs as { runId: string; status: string }[];
    try {
      return await withRuns({ logger: connectStudio({ address: opened.url }) }, async ({ agents }) => {
        let runs = await list();
        while (runs.length < agents.length * 2 || runs.some(({ status }) => status === 'running')) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          runs = await list();
        }
        const shown = await Promise.all(runs.map(({ runId }) => ask(`runs/${runId}?limit=5000`)));
        return [await ask('runs'), ...shown].join('\n') + (await contentsOf(root));
      });
    } finally {
      await opened.close();
    }
  });
}
