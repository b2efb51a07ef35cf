import { expressionsOf, uses } from './plan.mjs';

/** What a careful program does with a call that fails. */
const AGAIN = `const again = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch {
    return await run();
  }
};
`;

/**
 * The program that a model writes for a plan.
 * @param {{ plan: readonly import('./plan.mjs').Step[], answer?: string }} task
 * @param {{ retries: boolean }} options `retries`: the program makes each call that fails once more
 */
export function printProgram({ plan, answer }, { retries }) {
  const rest = [...textsOf(plan), answer ?? ''];
  const isUsed = (name) => rest.some((text) => uses(text, name));
  const lines = plan.flatMap((step) => printStep(step, isUsed, retries));
  const last = answer === undefined ? [] : [`return ${answer};`];
  return (retries ? AGAIN : '') + [...lines, ...last].join('\n');
}

function printStep(step, isUsed, retries) {
  if (step.type === 'when') return [`if (${step.condition}) {`, ...indented(step.then, isUsed, retries), '}'];
  if (step.type === 'let') return [`const ${step.as} = ${step.value};`];
  const { as, tool, args, each, orElse } = step;
  const plain = `tools.${tool}(${args})`;
  const call = retries && orElse === undefined ? `again(() => ${plain})` : plain;
  const all = each === undefined ? call : `Promise.all(${listOf(each.list)}.map((${each.item}) => ${call}))`;
  const statement = `${isUsed(as) ? `const ${as} = ` : ''}await ${all};`;
  if (orElse === undefined) return [statement];
  return ['try {', `  ${statement}`, '} catch {', ...indented(orElse, isUsed, retries), '}'];
}

/** A list as what a member follows. */
function listOf(expression) {
  return /^[\w.]+(\(.*\))?$/.test(expression) ? expression : `(${expression})`;
}

function indented(steps, isUsed, retries) {
  return steps.flatMap((step) => printStep(step, isUsed, retries)).map((line) => `  ${line}`);
}

function textsOf(steps) {
  return steps.flatMap((step) => [...expressionsOf(step), ...textsOf(step.then ?? step.orElse ?? [])]);
}
