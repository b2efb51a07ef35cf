import type { CodecBranch, CodecPlan } from '@toolwright/contract';
import { compileShape } from '../shape/compile-shape.js';
import type { Step, Steps } from './trail.js';

/** The first branch whose shape fits decides. For values in memory, a branch without unknown members takes precedence. */
export function unionSteps(
  branches: readonly CodecBranch[],
  compile: (plan: CodecPlan | undefined) => Steps,
): Steps {
  const compiled = branches.map(({ shape, plan }) => ({
    json: compileShape(shape, { form: 'json', closed: true }),
    exact: compileShape(shape, { form: 'memory', closed: true }),
    loose: compileShape(shape, { form: 'memory', closed: false }),
    steps: compile(plan),
  }));
  const step =
    (direction: keyof Steps, passes: readonly ('json' | 'exact' | 'loose')[]): Step =>
    (value, trail) => {
      const branch = passes
        .map((pass) => compiled.find((candidate) => candidate[pass](value)))
        .find((found) => found !== undefined);
      return branch === undefined
        ? trail.refuse('one of the alternatives of its type', value)
        : branch.steps[direction](value, trail);
    };
  return { decode: step('decode', ['json']), encode: step('encode', ['exact', 'loose']) };
}
