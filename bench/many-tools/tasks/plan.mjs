/**
 * What a task asks for, as steps with expressions in JavaScript over the results of earlier steps. A model that makes calls evaluates the
 * expressions on the results that it reads; one that writes programs writes them down. So each task is described once.
 * @typedef {CallStep | LetStep | WhenStep} Step
 * @typedef {object} CallStep
 * @property {'call'} type
 * @property {string} as The name of the result
 * @property {string} tool
 * @property {string} args The arguments, as an expression; '' if the tool takes none
 * @property {{ list: string, item: string }} [each] Calls the tool for each element of a list
 * @property {Step[]} [orElse] What to do if the call fails; a step with it is not repeated
 * @typedef {object} LetStep A name for a value that later steps use
 * @property {'let'} type
 * @property {string} as
 * @property {string} value
 * @typedef {object} WhenStep
 * @property {'when'} type
 * @property {string} condition
 * @property {Step[]} then
 */

/** @returns {CallStep} */
export function call(as, tool, args, more = {}) {
  return { type: 'call', as, tool, args, ...more };
}

/** Calls a tool for each element of a list. @returns {CallStep} */
export function each(as, item, list, tool, args) {
  return call(as, tool, args, { each: { list, item } });
}

/** @returns {LetStep} */
export function name(as, value) {
  return { type: 'let', as, value };
}

/** @returns {WhenStep} */
export function when(condition, ...then) {
  return { type: 'when', condition, then };
}

/** All calls of a plan, also those of branches. @param {readonly Step[]} steps @returns {CallStep[]} */
export function callsOf(steps) {
  return steps.flatMap((step) => {
    if (step.type === 'let') return [];
    return step.type === 'when' ? callsOf(step.then) : [step, ...callsOf(step.orElse ?? [])];
  });
}

/** The expressions of a step, without those of the steps in it. @param {Step} step */
export function expressionsOf(step) {
  if (step.type === 'when') return [step.condition];
  return step.type === 'let' ? [step.value] : [step.args, step.each?.list ?? ''];
}

/** Whether an expression uses a name. */
export function uses(expression, name) {
  return new RegExp(`\\b${name}\\b`).test(expression);
}

/** @param {string} expression @param {ReadonlyMap<string, unknown>} values */
export function evaluate(expression, values) {
  // The expressions are those of the tasks of this bench.
  return new Function(...values.keys(), `return (${expression});`)(...values.values());
}
