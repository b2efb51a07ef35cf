import { words } from './names.mjs';
import { PARAMETERS, RESULTS } from './parameters.mjs';

/** The verb of the method's name, the sentence in its documentation, and whether it only reads. */
const VERBS = [
  ['find', 'Finds what matches a query.', true],
  ['get', 'Looks one up by its identifier.', true],
  ['create', 'Creates a new one and tells its owner.', false],
  ['update', 'Changes some fields and leaves the others as they are.', false],
  ['archive', 'Moves it to the archive, from where it can come back.', false],
  ['assign', 'Makes somebody responsible.', false],
  ['summarize', 'Summarizes what happened in a period.', true],
  ['schedule', 'Plans an action for later.', false],
  ['export', 'Writes everything into a file and returns where it is.', true],
  ['estimate', 'Estimates what it will cost.', true],
  ['compare', 'Compares it with others of its kind.', true],
  ['notify', 'Tells everybody who follows it.', false],
  ['approve', 'Agrees to what was asked for.', false],
  ['escalate', 'Hands it to the next level.', false],
];

/**
 * @typedef {object} Method
 * @property {string} name Unique in the project
 * @property {string} verb
 * @property {string} description
 * @property {boolean} readOnly
 * @property {import('./parameters.mjs').Parameter[]} parameters Those without a default first
 * @property {{ type: string, doc: string, plain?: true }} result
 * @property {boolean} async
 */

/**
 * @param {import('./parameters.mjs').Place} place
 * @param {number} count At most as many as there are verbs
 * @returns {Method[]}
 */
export function createMethods(place, count, random) {
  return random.sample(VERBS, count).map(([verb, sentence, readOnly]) => ({
    name: `${verb}${place.entity}`,
    verb,
    description: `${sentence}\n${words(place.entity).replace(/^./, (first) => first.toUpperCase())} only.`,
    readOnly,
    parameters: createParameters(verb, place, random),
    result: random.pick(RESULTS)(place),
    async: random.below(10) > 0,
  }));
}

function createParameters(verb, place, random) {
  const first =
    verb === 'find'
      ? { name: 'query', type: 'string', doc: 'Words to look for' }
      : { name: 'id', type: 'string', doc: `Identifier of the ${words(place.entity)}` };
  const others = random.sample(PARAMETERS, 1 + random.below(4)).map((create) => create(place));
  const required = others.filter((parameter) => !canBeAbsent(parameter));
  return [first, ...required, ...others.filter(canBeAbsent)];
}

export function canBeAbsent(parameter) {
  return parameter.optional === true || parameter.defaultValue !== undefined;
}
