import { AGGREGATE } from './set/aggregate.mjs';
import { APPROVAL } from './set/approval.mjs';
import { CHAIN } from './set/chain.mjs';
import { CONDITIONAL } from './set/conditional.mjs';
import { FAN_OUT } from './set/fan-out.mjs';
import { FAULT } from './set/fault.mjs';
import { ONE_CALL } from './set/one-call.mjs';

/**
 * The tasks by group.
 * @typedef {object} Task
 * @property {string} name
 * @property {string} question What the user asks for
 * @property {readonly import('./plan.mjs').Step[]} plan
 * @property {string} [answer] The answer, as an expression over the results; without one, the model only says that it is done
 * @property {Readonly<Record<string, import('./world/world.mjs').FaultKind>>} [faults]
 * @property {readonly string[]} [denies] The tools that the person denies
 * @property {(world: import('./world/world.mjs').World) => { effects: readonly unknown[][], answer?: unknown }} expect The calls that must take
 * effect once, and the answer, from an untouched world
 */

/** @type {Readonly<Record<string, readonly Task[]>>} */
export const GROUPS = {
  'one call': ONE_CALL,
  'chain of 4 to 8 calls': CHAIN,
  'the same for 9 to 40': FAN_OUT,
  'large results': AGGREGATE,
  condition: CONDITIONAL,
  approval: APPROVAL,
  fault: FAULT,
};

export const TASKS = Object.values(GROUPS).flat();
