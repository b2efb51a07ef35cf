import type { Command } from '../../args/command.js';
import { parseAmount, parseCount, parseShare } from '../../args/whole-number.js';
import { type EvalCommandOptions, REPORTS, runEvals } from './run-evals.js';

const EXAMPLES = `
Examples:
  $ toolwright eval
  $ toolwright eval src/support.eval.ts --case refund --no-cache
  $ toolwright eval --repetitions 5 --budget-cost 2 --fail-under 90%
  $ toolwright eval --save-baseline evals/baseline.json
  $ toolwright eval --baseline evals/baseline.json --report table,junit,markdown

Runs the evals of all *.eval.ts below the current folder: each exports what
defineEval of @toolwright/evals returns, or a list. What has not changed since
the last run comes from the cache, and a run that was killed continues. Each
eval has a folder in --out with its report, its records, and the events of its
runs, which \`toolwright dev --log\` shows. Exit codes: 0; 1 if an attempt failed
(with --fail-under: if too many did; with --baseline: if a result is worse
beyond chance, a safety gate failed, or a case that cannot be compared failed);
2 if something could not be evaluated, which is listed. Then no baseline is
written.`;

export const evalCommand: Command<EvalCommandOptions> = {
  description: 'run evals of agents, and compare them with a baseline',
  parameters: [['[files...]', 'files or folders; default: all *.eval.ts']],
  options: [
    ['--out <folder>', 'the folder for reports and records', { default: '.toolwright/evals' }],
    ['--concurrency <count>', 'attempts to run at once', { parse: parseCount }],
    ['--repetitions <count>', 'runs of each case', { parse: parseCount }],
    ['--case <id>', 'only this case; repeatable', { default: [] }],
    ['--tag <tag>', 'only cases with this tag; repeatable', { default: [] }],
    ['--budget-tokens <count>', 'stop after this many tokens', { parse: parseCount }],
    ['--budget-cost <amount>', 'stop at this cost', { parse: parseAmount }],
    ['--budget-time <seconds>', 'stop after this time', { parse: parseAmount }],
    ['--baseline <file>', 'compare with a baseline, or with the report of an eval'],
    ['--save-baseline <file>', 'write the results as the new baseline', { conflicts: ['case', 'tag'] }],
    ['--report <formats...>', `${REPORTS.join(', ')} (default: table)`, { choices: REPORTS }],
    [
      '--mutate <texts>',
      'also run with each text of a tool removed or swapped',
      { choices: ['descriptions'], conflicts: ['baseline', 'saveBaseline'] },
    ],
    ['--no-cache', 'run everything again'],
    ['--no-resume', 'do not continue a run that was killed'],
    [
      '--fail-under <share>',
      'fail if a smaller share passes, instead of any failed attempt',
      { parse: parseShare },
    ],
  ],
  notes: EXAMPLES,
  run: runEvals,
};
