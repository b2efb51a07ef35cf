import { RunHistory } from '../../../src/history/run-history.js';
import type { RunEntry } from '../../../src/protocol/studio-event.js';
import { type Api, RequestError } from '../api/request.js';
import type { EntryListener } from '../api/studio.js';
import { describeStep } from './describe-step.js';
import { type OpenRun, openRun, type RunSource } from './open-run.js';

const INPUT = { type: 'run-start', input: 'Hi', tools: 0 } as const;
const UNKNOWN = new RequestError({ code: 'NOT_FOUND', message: 'There is no such run.' }, 404);

/** A server with a history, which knows no run at first. */
const createServer = () => {
  const history = new RunHistory(() => ({ controllable: false }));
  const listeners = new Set<EntryListener>();
  let asked = 0;
  let beforeReply = (): void => {};
  // The only reply that an open run asks for.
  const api: Api = async <Reply>(path: string) => {
    asked += 1;
    const url = new URL(path, 'http://studio');
    const [after, limit] = ['after', 'limit'].map((name) => Number(url.searchParams.get(name)));
    const reply = history.read(url.pathname.slice('/runs/'.length), { after, limit });
    beforeReply();
    if (reply === undefined) throw UNKNOWN;
    return reply as Reply;
  };
  const add = (runId: string, event: RunEntry['event'], parentRunId?: string) => {
    const run = { runId, agent: runId, ...(parentRunId !== undefined && { parentRunId }) };
    const entry = history.add({ at: 0, run, event }, 10, { from: 'live' });
    for (const listener of listeners) listener([entry]);
  };
  const source: RunSource = {
    api,
    onEntries: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    source,
    add,
    asked: () => asked,
    beforeReply: (work: () => void) => {
      beforeReply = work;
    },
  };
};

const until = async (isDone: () => boolean): Promise<void> => {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 20));
};

const titles = ({ record }: OpenRun): string[] => record.rows().map(({ step }) => describeStep(step).title);

// K2
describe('an open run', () => {
  it('is read once its first event comes, however long after the page has given up', async () => {
    const { source, add, asked } = createServer();
    const run = openRun('slow', source);
    await until(() => asked() === 10);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(asked()).toBe(10);
    expect(run.failure.value?.code).toBe('NOT_FOUND');
    add('other', INPUT);
    add('slow', INPUT);
    await until(() => !run.isLoading.value);
    expect(run.failure.value).toBeUndefined();
    expect(titles(run)).toEqual(['slow']);
    add('slow', { type: 'warning', message: 'Late' });
    expect(titles(run)).toHaveLength(2);
    run.close();
  });

  it('is read again if its only event comes during the last attempt', async () => {
    const { source, add, asked, beforeReply } = createServer();
    beforeReply(() => {
      if (asked() === 10) add('slow', INPUT);
    });
    const run = openRun('slow', source);
    await until(() => !run.isLoading.value);
    expect(asked()).toBe(11);
    expect(titles(run)).toEqual(['slow']);
    run.close();
  });

  it('misses no sub-run that begins while it is read', async () => {
    const { source, add, beforeReply } = createServer();
    add('main', INPUT);
    let isFirst = true;
    beforeReply(() => {
      if (!isFirst) return;
      isFirst = false;
      add('other', INPUT);
      add('sub', INPUT, 'main');
    });
    const run = openRun('main', source);
    await until(() => !run.isLoading.value);
    expect(titles(run)).toEqual(['main', 'sub']);
    run.close();
  });
});
