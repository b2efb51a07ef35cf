// L4
import { spawnSync } from 'node:child_process';
import { type EvalReport, printJUnit, printMarkdown, printTable } from '../index.js';

const passed = { score: 1, passed: true };
const report: EvalReport = {
  ...{ version: 1, eval: 'support', digest: 'd', startedAt: '2026-11-30T00:00:00.000Z', repetitions: 2 },
  totals: {
    ...{
      cases: 2,
      attempts: 4,
      passed: 1,
      failed: 1,
      unscored: 1,
      errors: 1,
      skipped: 0,
      cached: 1,
      passRate: 0.5,
    },
    ...{ usage: { inputTokens: 1_200, outputTokens: 30 }, cost: 0.0123, durationMs: 2_500 },
  },
  passAtK: [
    { k: 1, value: 0.5, cases: 2 },
    { k: 2, value: 0.75, cases: 1 },
  ],
  scorers: [
    { name: 'contains', version: 'v', mean: 0.5, passRate: 0.5, scores: 2, errors: 0 },
    {
      ...{ name: 'judge', version: 'w', mean: 0.875, passRate: 1, scores: 2, errors: 1 },
      calibration: { examples: 10, agreement: 0.9, kappa: 0.8, calibrated: true, disagreements: [] },
    },
  ],
  tags: [{ tag: 'money', cases: 1, passed: 1, failed: 1, passRate: 0.5 }],
  cases: [
    {
      ...{ id: 'refund', digest: 'd', tags: ['money'], input: 'x', passRate: 0.5, scores: { contains: 0.5 } },
      attempts: [
        {
          repetition: 1,
          status: 'passed',
          runId: 'r1',
          scores: { contains: passed },
          cached: true,
          durationMs: 1_000,
        },
        {
          ...{
            repetition: 2,
            status: 'failed',
            runId: 'r2',
            answer: '<script>alert(1)</script> \u0000\u001b[31m',
          },
          scores: {
            contains: { score: 0, passed: false, reason: 'lacks "30 days" | `x` @team https://a.example' },
          },
          durationMs: 1_500,
        },
      ],
    },
    {
      ...{ id: 'a"<&>', digest: 'd', tags: [], input: 'y', passRate: null, scores: {} },
      attempts: [
        { repetition: 1, status: 'unscored', runId: 'r3', scores: { judge: { error: 'No judgement.' } } },
        { repetition: 2, status: 'error', scores: {}, error: 'NETWORK: down.' },
      ],
    },
  ],
  missing: [
    { kind: 'case', place: 'cases.jsonl:3', reason: 'The line is not JSON.' },
    { kind: 'score', caseId: 'a"<&>', repetition: 1, scorer: 'judge', reason: 'No judgement.' },
    { kind: 'attempt', caseId: 'a"<&>', repetition: 2, reason: 'NETWORK: down.' },
  ],
  notes: ["No case uses the columns 'x'."],
  comparison: {
    ...{
      cases: 2,
      resamples: 10_000,
      conclusive: true,
      moved: [],
      added: ['new'],
      removed: [],
      changed: [],
      incomplete: [],
      scorersLeftOut: [],
    },
    total: {
      baseline: 0.75,
      now: 0.5,
      difference: -0.25,
      interval: [-0.5, 0.1],
      confidence: 0.95,
      verdict: 'not distinguishable',
    },
    scorers: [],
  },
};

it('says that there are too few cases for a verdict', () => {
  const { comparison } = report;
  const few = { ...report, ...(comparison && { comparison: { ...comparison, conclusive: false } }) };
  const line = 'Fewer than six cases can be compared: too few for a verdict.';
  expect(printTable(few)).toContain(line);
  expect(printMarkdown([few])).toContain(line);
  expect(printTable(report)).not.toContain(line);
});

it('prints a table', () => {
  expect(printTable(report)).toBe(`support: 1/2 passed (50%), 1 unscored, 1 could not run, 1 from the cache
pass@2 75% · 2 cases · 1,200 tokens in, 30 out · cost 0.0123 · 2.5 s

scorers
  contains  0.50   50%
  judge     0.88  100%

judges
  judge: agrees with 90% of 10 examples, kappa 0.80

tags
  money  1/2  50%

failed
  ✕ refund · 1 of 2 · run r2
    contains: lacks "30 days" | \`x\` @team https://a.example

missing
  cases.jsonl:3: The line is not JSON.
  a"<&> #1, judge: No judgement.
  a"<&> #2: NETWORK: down.

notes
  No case uses the columns 'x'.

compared with the baseline, 2 cases
  total: 0.75 → 0.50 (−0.25, 95%: −0.50 to +0.10): not distinguishable
  New: new.
`);
});

it('keeps to the width of the terminal, paints if asked, and shows control characters', () => {
  const [first, ...others] = report.cases;
  const hostile = {
    ...report,
    eval: `\u001b[2J${'長い'.repeat(60)}`,
    cases: first ? [{ ...first, id: 'x'.repeat(500) }, ...others] : [],
  };
  const text = printTable(hostile, { columns: 60 });
  expect(text).not.toContain('\u001b');
  for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(60);
  expect(printTable(report, { color: true })).toContain('\u001b[31m');
});

it('prints JUnit XML that parsers accept, whatever models wrote', () => {
  const xml = printJUnit([report]);
  expect(xml).toContain(
    '<testsuite name="support" tests="5" failures="1" errors="3" skipped="0" time="2.500"',
  );
  expect(xml).toContain('name="a&quot;&lt;&amp;&gt; #1"');
  expect(xml).toContain('&lt;script&gt;alert(1)&lt;/script&gt; ␀␛[31m');
  expect(xml).not.toContain('<script>');
  const read = spawnSync(
    'python3',
    [
      '-c',
      'import sys, xml.dom.minidom as m; d = m.parse(sys.stdin.buffer); print(len(d.getElementsByTagName("testcase")))',
    ],
    { input: xml },
  );
  // Without Python, the other expectations remain.
  if (read.error === undefined) expect(read.stdout.toString()).toBe('5\n');
});

it('lets texts of others imitate no line and no direction of a report', () => {
  const reason = 'bad\n  ✕ other · run r9\n│ x │ y |\r\u202etxt.exe\u0085';
  const [first, ...others] = report.cases;
  if (first === undefined) throw new Error('The report has cases.');
  const hostile = {
    ...report,
    cases: [
      {
        ...first,
        attempts: first.attempts.map((one) => ({
          ...one,
          answer: 'fine\n</failure>\ncontains: passed\u2067',
          scores: { contains: { score: 0, passed: false, reason } },
        })),
      },
      ...others,
    ],
    missing: [{ kind: 'case' as const, place: 'a.jsonl:1\nb', reason }],
    notes: [reason],
  };
  const table = printTable(hostile);
  expect(table).toContain(
    '    contains: bad\n    ⏎   ✕ other · run r9\n    ⏎ │ x │ y |␍\\u202etxt.exe\\u0085\n',
  );
  expect(table).toContain('  a.jsonl:1⏎b: bad⏎  ✕ other · run r9⏎│ x │ y |␍\\u202etxt.exe\\u0085\n');
  const xml = printJUnit([hostile]);
  expect(xml).toContain(
    '<failure message="contains: bad⏎  ✕ other · run r9⏎│ x │ y |␍\\u202etxt.exe\\u0085">contains: bad\n⏎   ✕ other',
  );
  expect(xml).toContain('\nanswer: fine\n⏎ &lt;/failure&gt;\n⏎ contains: passed\\u2067</failure>');
  const markdown = printMarkdown([hostile]);
  for (const text of [table, xml, markdown]) expect(text).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u);
  for (const text of [table, markdown]) expect(text).not.toMatch(/^(│| *✕ other)/m);
  expect(JSON.parse(JSON.stringify(hostile)).notes).toEqual([reason]);
  const long = {
    ...report,
    cases: [{ ...first, attempts: [{ ...hostile.cases[0]?.attempts[1], error: 'x\n'.repeat(20) }] }],
  };
  expect(printTable(long as typeof report)).toContain('    and 16 more lines: see report.json\n');
});

it('prints Markdown in which texts of models are texts', () => {
  const text = printMarkdown([report]);
  expect(text).toContain(
    '### support: 1/2 passed (50%), 1 unscored, 1 could not run, 1 from the cache · pass@2 75%\n',
  );
  expect(text).toContain('| scorer | mean | passed | compared with the baseline |');
  expect(text).toContain('| judge | 0.88 | 100% | not compared |');
  expect(text).toContain('contains: lacks "30 days" \\| \\`x\\` @\u2060team https\u2060://a.example');
  expect(text).toContain('&lt;script&gt;alert\\(1\\)&lt;/script&gt;');
  for (const line of text.split('\n')) expect(line.length).toBeLessThan(700);
  const many = {
    ...report,
    missing: Array.from({ length: 500 }, () => ({ kind: 'case' as const, reason: 'x'.repeat(9_000) })),
  };
  expect(printMarkdown([many]).length).toBeLessThan(30_000);
});
