import { expressionsOf, uses } from './plan.mjs';

/** How often a model makes a call that fails. */
const ATTEMPTS = 2;
const DENIED = /denied|refused|rejected/i;

/**
 * What a model that calls tools does next, by the outcomes in its conversation: all calls whose arguments are known. Undefined values are
 * those of calls that failed for good.
 * @param {readonly import('./plan.mjs').Step[]} steps
 * @param {ReadonlyMap<string, readonly { error: string | undefined, value: unknown }[]>} outcomes By `callKey`, in their order
 * @param {(expression: string, values: ReadonlyMap<string, unknown>) => unknown} read Evaluates an expression
 */
export function nextCalls(steps, outcomes, read) {
  const state = { outcomes, read, values: new Map(), pending: new Set(), wanted: [], failed: [] };
  walk(steps, state);
  return state;
}

/** @param {string} name @param {unknown} args As JSON */
export function callKey(name, args) {
  return `${name}${JSON.stringify(args)}`;
}

function walk(steps, state) {
  for (const step of steps) {
    const texts = expressionsOf(step);
    const isPending = [...state.pending].some((name) => texts.some((text) => uses(text, name)));
    if (isPending) wait(step, state);
    else if (step.type === 'when') {
      if (state.read(step.condition, state.values)) walk(step.then, state);
    } else if (step.type === 'let') state.values.set(step.as, state.read(step.value, state.values));
    else resolve(step, state);
  }
}

function wait(step, state) {
  if (step.type === 'when') for (const one of step.then) wait(one, state);
  else state.pending.add(step.as);
}

function resolve(step, state) {
  const { each, args, as } = step;
  const argsOf = (values) => JSON.parse(JSON.stringify(args === '' ? {} : state.read(args, values)));
  const items = each === undefined ? [undefined] : state.read(each.list, state.values);
  const results = items.map((item) => {
    const values = each === undefined ? state.values : new Map([...state.values, [each.item, item]]);
    return outcomeOf(step, argsOf(values), state);
  });
  if (results.some(({ isOpen }) => isOpen)) state.pending.add(as);
  const values = results.map(({ value }) => value);
  state.values.set(as, each === undefined ? values[0] : values);
}

function outcomeOf(step, args, state) {
  const attempts = state.outcomes.get(callKey(step.tool, args)) ?? [];
  const done = attempts.find(({ error }) => error === undefined);
  if (done !== undefined) return { isOpen: false, value: done.value };
  const last = attempts.at(-1);
  const isOver =
    last !== undefined &&
    (step.orElse !== undefined || attempts.length >= ATTEMPTS || DENIED.test(last.error));
  if (!isOver) {
    state.wanted.push({ name: step.tool, args });
    return { isOpen: true };
  }
  if (step.orElse === undefined) state.failed.push(step.tool);
  else walk(step.orElse, state);
  return { isOpen: false };
}
