import { llmReport, llmTargets } from './report.mjs';

const workloads = [
  { id: 'burst', title: 'per delta' },
  { id: 'whole', title: 'per request' },
];
const result = (id: string, burst: number, whole: number) => ({ id, title: id, micros: { burst, whole } });

describe('the report of model clients', () => {
  const ours = result('toolwright', 4, 110);
  const base = result('openai-6', 8, 100);

  it('compares Toolwright with the bare SDKs, and requests only with the version that sends them', () => {
    const results = [
      ours,
      base,
      result('openai-7', 2, 200),
      result('ai-sdk', 50, 500),
      result('openai-agents', 9, 9),
    ];
    expect(llmTargets(results, workloads)).toEqual([
      { what: 'per delta: against openai-6', limit: 1, value: 0.5, unit: '×' },
      { what: 'per delta: against openai-7', limit: 1, value: 2, unit: '×' },
      { what: 'per request: against openai-6', limit: 1.1, value: 1.1, unit: '×' },
    ]);
  });

  it('lists failed contestants, and has no value for missing figures', () => {
    const failed = { id: 'openai-7', title: 'openai-7', failure: 'needs Node 22', micros: {} };
    const report = llmReport([ours, base, failed], workloads, 3);
    expect(report).toContain('- openai-7 failed: needs Node 22');
    expect(report).toMatch(/per delta: against openai-7 .*not measured/);
    expect(report).toMatch(/\| toolwright +\| +4\.0 \| +0\.50 \| +110\.0 \| +1\.10 \|/);
  });
});
