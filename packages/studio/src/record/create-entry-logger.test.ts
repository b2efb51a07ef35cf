import { channel } from 'node:diagnostics_channel';
import type { RunInfo } from '@toolwright/contract';
import { createEntryLogger } from './create-entry-logger.js';
import { readLine } from './read-line.js';

const requests = channel('toolwright:request');
const replies = channel('toolwright:reply');
const runOf = (runId: string): RunInfo => ({ runId, agent: 'a' });
const request = (exchange: string) => ({
  exchange,
  method: 'POST',
  url: 'http://m/',
  headers: {},
  body: `ask ${exchange}`,
});
const reply = (exchange: string) => ({ exchange, status: 200, headers: {}, body: 'ok', durationMs: 1 });

// K2
describe('what goes over the wire', () => {
  it('is told with the run that asked, also if several runs ask at once', async () => {
    const lines: string[] = [];
    const logger = createEntryLogger((line) => lines.push(line));
    for (const id of ['one', 'two']) logger.log({ type: 'run-start', input: id, tools: 0 }, runOf(id));
    const ask = (id: string) =>
      logger.within(undefined, runOf(id), async () => {
        await new Promise((resolve) => setImmediate(resolve));
        requests.publish(request(id));
      });
    await Promise.all([ask('one'), ask('two')]);
    requests.publish(request('nobody'));
    for (const id of ['two', 'one', 'nobody']) replies.publish(reply(id));
    const told = lines.map(readLine).flatMap((entry) => (entry ? [[entry.run.runId, entry.event.type]] : []));
    expect(told.slice(2)).toEqual([
      ['one', 'wire-request'],
      ['two', 'wire-request'],
      ['two', 'wire-reply'],
      ['one', 'wire-reply'],
    ]);
    logger.close();
  });

  it('is told once if several loggers listen', () => {
    const lines: string[] = [];
    const loggers = ['one', 'two'].map(() => createEntryLogger((line) => lines.push(line)));
    for (const logger of loggers) logger.log({ type: 'run-start', input: '', tools: 0 }, runOf('r'));
    loggers[0]?.within(undefined, runOf('r'), () => requests.publish(request('x')));
    expect(lines.filter((line) => line.includes('wire-request'))).toHaveLength(1);
    for (const logger of loggers) logger.close();
  });

  it('is not listened to once all runs have ended', () => {
    const lines: string[] = [];
    const logger = createEntryLogger((line) => lines.push(line));
    logger.log({ type: 'run-start', input: '', tools: 0 }, runOf('r'));
    const usage = { inputTokens: 0, outputTokens: 0 };
    const result = { runId: 'r', status: 'completed', finalResponse: '', iteration: 1, usage } as const;
    const lists = { toolCalls: [], reasoningTrace: [], warnings: [], errors: [], messages: [] };
    logger.log({ type: 'run-end', result: { ...result, ...lists } }, runOf('r'));
    logger.within(undefined, runOf('r'), () => requests.publish(request('late')));
    expect(lines).toHaveLength(2);
  });
});
