import { Agent } from '@toolwright/core';
import { scriptedModel } from '@toolwright/llm/testing';
import { contains, defineEval, runEval } from '../index.js';

/** Runs an eval into a folder. Each attempt waits, so that the test can kill the process in the middle. */
const [folder = '', waitMs = '0'] = process.argv.slice(2);
const wait = () => new Promise((resolve) => setTimeout(resolve, Number(waitMs)));
const definition = defineEval({
  name: 'killed',
  concurrency: 2,
  agent: () => {
    const llmClient = scriptedModel.byInput((input) => [() => wait().then(() => `Found ${input}.`)]);
    return new Agent({ llmClient });
  },
  cases: Array.from({ length: 30 }, (_, index) => ({
    id: `c${index}`,
    input: `i${index}`,
    expected: `i${index}`,
  })),
  scorers: [contains()],
});
const { totals } = await runEval(definition, { folder, onNote: (note) => process.stderr.write(`${note}\n`) });
process.stdout.write(JSON.stringify(totals));
