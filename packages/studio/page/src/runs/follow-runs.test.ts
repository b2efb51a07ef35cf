import fc from 'fast-check';
import { RunHistory } from '../../../src/history/run-history.js';
import type { RunSummary, RunsReply } from '../../../src/protocol/requests.js';
import { decodeSegment } from '../../../src/protocol/segment.js';
import type { Api } from '../api/request.js';
import { FollowedRuns } from './follow-runs.js';

/** Answers as the server does, from a history. */
const createServer = () => {
  const history = new RunHistory(() => ({ controllable: false }));
  const asked: string[] = [];
  const answer = (path: string): RunsReply => {
    asked.push(path);
    const query = new URL(path, 'http://studio').searchParams;
    const search = query.get('search') ?? '';
    const ids = query.getAll('id').map(decodeSegment);
    if (ids.length > 0) return history.listSome(ids, search);
    const startedAt = Number(query.get('before'));
    const before = query.has('before') ? { startedAt, runId: query.get('beforeId') ?? '' } : undefined;
    return history.list({ search, before, limit: Number(query.get('limit')) });
  };
  // The only replies that a list asks for.
  const api: Api = async <Reply>(path: string) => answer(path) as Reply;
  const add = (runId: string, at: number, input: string, parentRunId?: string) => {
    const run = { runId, agent: 'a', ...(parentRunId !== undefined && { parentRunId }) };
    history.add({ at, run, event: { type: 'run-start', input, tools: 0 } }, 10, { from: 'live' });
  };
  return { history, api, add, asked };
};

const follow = (api: Api, wanted: { search: string; count: number }) => {
  let shown: RunsReply = { runs: [], more: false };
  const followed = new FollowedRuns(
    api,
    () => ({ ...wanted }),
    (reply) => {
      shown = reply;
    },
  );
  return { followed, ids: () => shown.runs.map(({ runId }: RunSummary) => runId), shown: () => shown };
};

// K2
describe('the list of runs', () => {
  it('asks for the runs that have changed alone, however many pages are open', async () => {
    const { api, add, asked } = createServer();
    for (let index = 0; index < 11_000; index++) add(`run ${index}`, index, 'Hi');
    const { followed, ids } = follow(api, { search: '', count: 20_000 });
    await followed.load();
    expect(asked.splice(0)).toHaveLength(3);
    add('new', 20_000, 'Hi');
    followed.noteChange(['new', 'run 3']);
    await followed.load();
    expect(asked).toEqual(['runs?id=new&id=run%25203']);
    expect(ids()[0]).toBe('new');
    expect(ids()).toHaveLength(11_001);
    await followed.load();
    expect(asked).toHaveLength(1);
  });

  it('does not become shorter while it is loaded anew', async () => {
    const { api, add } = createServer();
    for (let index = 0; index < 11_000; index++) add(`run ${index}`, index, 'Hi');
    const lengths: number[] = [];
    const wanted = { search: '', count: 20_000 };
    const followed = new FollowedRuns(
      api,
      () => ({ ...wanted }),
      ({ runs }) => lengths.push(runs.length),
    );
    await followed.load();
    expect(lengths.splice(0)).toEqual([5_000, 10_000, 11_000]);
    followed.forget();
    await followed.load();
    expect(lengths).toEqual([11_000]);
  });

  it('shows what it would show if it was loaded anew, after any changes', async () => {
    const change = fc.record({
      id: fc.constantFrom('a', 'b', 'ü', '\ud800', '..', 'e', 'f', 'g'),
      at: fc.nat(3),
      input: fc.constantFrom('fox', 'hen'),
      parent: fc.option(fc.constantFrom('a', 'e', 'g'), { nil: undefined }),
    });
    const rounds = fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 6 });
    const wanted = fc.record({ search: fc.constantFrom('', 'fox'), count: fc.integer({ min: 1, max: 6 }) });
    await fc.assert(
      fc.asyncProperty(rounds, wanted, async (changes, { search, count }) => {
        const { api, add, history } = createServer();
        const { followed, shown } = follow(api, { search, count });
        await followed.load();
        for (const round of changes) {
          for (const { id, at, input, parent } of round) {
            if (history.find(id) === undefined && parent !== id) add(id, at, input, parent);
            followed.noteChange([id]);
          }
          await followed.load();
          const { runs, more } = history.list({ search, limit: count });
          expect(shown().runs).toEqual(runs);
          // That there are no more is learned when they are asked for.
          expect(shown().more || !more).toBe(true);
        }
      }),
    );
  });

  it('is loaded anew when it is searched, when it was forgotten, and after a failure', async () => {
    const server = createServer();
    server.add('one', 1, 'fox');
    server.add('two', 2, 'hen');
    const wanted = { search: '', count: 10 };
    let fails = false;
    const api: Api = (path) => (fails ? Promise.reject(new Error('lost')) : server.api(path));
    const { followed, ids } = follow(api, wanted);
    await followed.load();
    wanted.search = 'fox';
    await followed.load();
    expect(ids()).toEqual(['one']);
    fails = true;
    followed.noteChange(['two']);
    await expect(followed.load()).rejects.toThrow('lost');
    fails = false;
    server.add('three', 3, 'fox');
    await followed.load();
    expect(ids()).toEqual(['three', 'one']);
    server.add('four', 4, 'fox');
    followed.forget();
    await followed.load();
    expect(ids()).toEqual(['four', 'three', 'one']);
    expect(server.asked.filter((path) => path.includes('id='))).toEqual([]);
  });

  it('does not show the reply to an earlier search', async () => {
    const { api, add } = createServer();
    add('one', 1, 'fox');
    add('two', 2, 'hen');
    const wanted = { search: 'hen', count: 10 };
    const { followed, ids } = follow(api, wanted);
    const first = followed.load();
    wanted.search = 'fox';
    await followed.load();
    await first;
    expect(ids()).toEqual(['one']);
  });

  it('is loaded anew if the changes would not fit into an address', async () => {
    const { api, add, asked } = createServer();
    const { followed, ids } = follow(api, { search: '', count: 300 });
    await followed.load();
    const names = Array.from({ length: 101 }, (_, index) => `run ${index}`);
    for (const name of names) add(name, 1, 'Hi');
    followed.noteChange(names);
    await followed.load();
    followed.noteChange(['x'.repeat(7_000)]);
    await followed.load();
    expect(ids()).toHaveLength(101);
    expect(asked.filter((path) => path.includes('id='))).toEqual([]);
  });
});
