import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Agent } from '@toolwright/core';
import { contains, defineEval, readBaseline, runEval } from '@toolwright/evals';
import { scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { HOSTILE } from './fixture/hostile-texts.js';

/**
 * Runs an eval in the project of a Studio: 24 cases, half of which got worse since the baseline, and one that says hostile things.
 * @param isPlain without hostile texts and a damaged report: for pictures
 */
export async function runTestEval(root: string, isPlain = false): Promise<void> {
  const folder = path.join(root, '.toolwright/evals/support');
  const before = evalOf(() => true, isPlain);
  await runEval(before, { folder, cache: false });
  const baseline = readBaseline(readFileSync(path.join(folder, 'report.json'), 'utf8'), 'report.json');
  const now = evalOf((id) => Number(id.slice('order '.length)) % 2 === 0, isPlain);
  await runEval(now, { folder, cache: false, baseline });
  if (isPlain) return;
  const damaged = path.join(root, '.toolwright/evals/damaged');
  mkdirSync(damaged, { recursive: true });
  writeFileSync(path.join(damaged, 'report.json'), '{"version": 1');
}

function evalOf(knows: (id: string) => boolean, isPlain: boolean) {
  const hostile = isPlain ? [] : HOSTILE;
  const orders = new FunctionTool({
    ...{ name: 'find_order', description: 'Finds an order.', parameters: { type: 'object', properties: {} } },
    fn: () => 'shipped',
  });
  return defineEval({
    name: 'support',
    agent: ({ caseId }) => {
      const answer = knows(caseId) ? `It is shipped. ${hostile.join(' ')}` : 'I do not know.';
      const usage = { inputTokens: 100, outputTokens: 10 };
      return new Agent({
        name: 'support',
        llmClient: scriptedModel([
          { toolCalls: [{ name: 'find_order', arguments: {} }], usage },
          { text: answer, usage },
        ]),
        toolRegistry: new ToolRegistry().register(orders),
      });
    },
    cases: Array.from({ length: 24 }, (_, index) => ({
      id: `order ${index}`,
      input: index === 4 && !isPlain ? `Where is it? ${HOSTILE.join(' ')}` : `Where is my order ${index}?`,
      tags: [index < 12 ? 'first' : 'second'],
    })),
    scorers: [
      contains('shipped'),
      function polite({ result }) {
        if (result.finalResponse.length > 1_000_000) throw new Error('too long');
        return result.finalResponse.startsWith('I ') ? { score: 0.5, passed: true } : 1;
      },
      function moody({ case: { id } }) {
        if (id === 'order 6') throw new Error(`No mood. ${hostile[0] ?? ''}`);
        return true;
      },
    ],
  });
}
