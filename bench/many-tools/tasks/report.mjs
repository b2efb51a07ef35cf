import { table } from '../../report/table.mjs';
import { total } from './measure.mjs';
import { GROUPS, TASKS } from './tasks.mjs';

const HEAD = [
  'right',
  'requests',
  'input tokens',
  'of them cached',
  'output tokens',
  'model time',
  'wrong',
  'doubled',
  'missing',
];

/**
 * @param {{ mistakes: number, slips: number, rows: object[] }[]} measured The first is shown by group
 * @param {{ tools: number, seeds: number }} about
 */
export function tasksReport(measured, { tools, seeds }) {
  const [first] = measured;
  const modes = [...new Set(first.rows.map(({ mode }) => mode))];
  const groups = Object.keys(GROUPS);
  const rowsOf = (rows, mode, group) =>
    rows.filter((row) => row.mode === mode && (group === undefined || row.group === group));
  const totals = modes.map((mode) => [mode, ...cells(total(rowsOf(first.rows, mode)))]);
  const byGroup = groups.map((group) =>
    table(
      [group, ...HEAD],
      modes.map((mode) => [mode, ...cells(total(rowsOf(first.rows, mode, group)))]),
    ),
  );
  const byRate = measured.flatMap(({ mistakes, slips, rows }) =>
    [...new Set(rows.map(({ mode }) => mode))].map((mode) => [
      percent(mistakes),
      percent(slips),
      mode,
      ...cells(total(rowsOf(rows, mode))),
    ]),
  );
  return [
    `${TASKS.length} tasks for a company of ${tools} tools. Scripted models do each of them over the wire format of OpenAI.`,
    `All tasks, with a mistake in ${percent(first.mistakes)} of the replies; means of ${seeds} runs that differ in which replies these are:`,
    table(['', ...HEAD], totals),
    ASSUMPTIONS,
    '### By group',
    ...byGroup,
    '### By the errors of models',
    '`mistakes` is the share of replies with a wrong name, `slips` the share of values that a model without a program gets wrong when it reads them off more than 20 records.',
    table(['mistakes', 'slips', 'mode', ...HEAD], byRate),
  ].join('\n\n');
}

function cells({ tasks, right, requests, input, cached, output, seconds, wrong, doubled, missing }) {
  const whole = (value) => Math.round(value).toLocaleString('en-US');
  const effects = [wrong, doubled, missing].map((value) => String(Number(value.toFixed(1))));
  return [
    `${Number(right.toFixed(1))} of ${tasks}`,
    ...[requests, input, cached, output].map(whole),
    `${whole(seconds)} s`,
    ...effects,
  ];
}

function percent(share) {
  return `${Math.round(100 * share)} %`;
}

const ASSUMPTIONS = `- **right**: the state of the company and the answer are those that the task expects, and each side effect happened exactly once.
  _Wrong_ effects were not asked for; _doubled_ ones happened again; _missing_ ones did not happen.
- **What models do.** They know what a task means, and decide by the tools and messages of each request alone. With _all tools_ and _search_, a reply has up to 10
  calls: all whose arguments are known. With _search_, a model first searches with the words of a user, and then with those of the task. In _code mode_, it
  writes one program, and the same program again if that failed, which is the worst it can do. A call that failed is made once more, as
  [models tend to](https://dev.to/gabrielanhaia/idempotent-tool-calls-the-retry-safety-net-agents-forget-5cg8), unless a person denied it.
- **Mistakes.** A reply has a wrong name with this probability: of an argument, or of a tool in a program. Both are refused before anything happens.
  [Vercel](https://vercel.com/blog/how-we-made-v0-an-effective-coding-agent) reports errors in up to 10 % of generated code; that calls have
  the same rate is an assumption. The first tables have no slips. Models do slip when they [aggregate over long texts](https://arxiv.org/abs/2511.02817), but
  no rate is published for results of this size.
- **Faults.** In each task of the last group, a service fails once: before its effect (2 tasks), after it (2, one of them with an idempotent tool), or it
  has its effect and never answers (2). The error does not tell whether there was an effect, so every mode repeats three effects.
- **Tokens** are those of \`toolwright lint\` (\`o200k_base\`), counted over tools and messages as they are sent. _Cached_ tokens belong to the beginning that a request has in common with the
  one before it in the same run; tools come first. Reasoning is not counted.
- **Model time** is 0.7 s for each request, 1 s for 100,000 tokens that are not cached, and 1 s for 70 tokens of output, the
  [typical figures](https://aistackwatch.com/en/wiki/latency) of a large model. Tools take no time.`;
