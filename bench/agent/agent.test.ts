import { replyTo, startModelServer } from './model-server.mjs';
import { agentReport, agentTargets } from './report.mjs';
import { ANSWER, expectedCalls } from './workloads.mjs';

const result = (id: string, cpuMicros: number, late: number, peakMb: number) => ({
  id,
  title: id,
  medians: {
    turn: { cpuMicros },
    streamed: { cpuMicros: 2 * cpuMicros },
    growth: { early: 100, late },
    'crowd-200': { cpuMicros, peakMb },
  },
});

describe('the report of agents', () => {
  const results = [result('toolwright', 120, 300, 105), result('bare-openai', 100, 200, 100)];

  it('compares Toolwright with the hand-written loop, also by growth', () => {
    expect(agentTargets(results).map(({ value }) => value)).toEqual([1.2, 1.2, 2, 1.2, 1.05]);
  });

  it('shows a dash for missing figures and lists failed contestants', () => {
    const failed = { id: 'x', title: 'Some SDK', failure: 'needs Node 22', medians: {} };
    const report = agentReport([...results, failed], 3, 1);
    expect(report).toContain('- Some SDK failed: needs Node 22');
    expect(report).toMatch(/\| toolwright +\| +0\.120 \| +1\.20 \| +0\.240 \| +1\.20 \| +– \| +– \|/);
    expect(report).toMatch(/growth of the CPU per turn.*2\.00 × \| FAIL/);
  });
});

describe('the server of the agents', () => {
  it('calls tools as often as the model name says, then answers', () => {
    const results = (count: number) => Array(count).fill({ role: 'tool' });
    expect(replyTo('turns-2', results(1)).calls).toMatchObject([
      { id: 'call_1', function: { name: 'add', arguments: '{"a":1,"b":1}' } },
    ]);
    expect(replyTo('turns-2', results(2))).toEqual({ content: ANSWER, calls: [] });
    expect(replyTo('parallel-20', []).calls).toHaveLength(expectedCalls('parallel-20'));
  });

  it.each([true, false])('gives each reply an id of its own (streamed: %s)', async (stream) => {
    const server = await startModelServer();
    try {
      const body = JSON.stringify({ model: 'turns-1', messages: [], stream });
      const ask = async () =>
        (await fetch(`${server.url}/chat/completions`, { method: 'POST', body })).text();
      const texts = [await ask(), await ask()];
      const ids = texts.map((text) => new Set(text.match(/chatcmpl-\d+/g)));
      expect(ids.map(({ size }) => size)).toEqual([1, 1]);
      expect([...(ids[0] ?? [])]).not.toEqual([...(ids[1] ?? [])]);
    } finally {
      server.close();
    }
  });
});
