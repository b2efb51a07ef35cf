import { createRandom } from '../../random.mjs';
import { createMethods } from './methods.mjs';
import { CLASSES_PER_DOMAIN, domainName, entityName } from './names.mjs';

const METHODS_PER_CLASS = 10;
const SEED = 20;

/**
 * @typedef {object} ToolClass
 * @property {import('./parameters.mjs').Place} place
 * @property {import('./methods.mjs').Method[]} methods
 */

/**
 * A project with this number of methods; always the same project for the same number.
 * @param {number} methodCount
 * @returns {{ domains: string[], classes: ToolClass[] }}
 */
export function createModel(methodCount) {
  const random = createRandom(SEED);
  const classCount = Math.ceil(methodCount / METHODS_PER_CLASS);
  const domains = Array.from({ length: Math.ceil(classCount / CLASSES_PER_DOMAIN) }, (_, index) =>
    domainName(index),
  );
  const classes = Array.from({ length: classCount }, (_, index) => {
    const at = Math.floor(index / CLASSES_PER_DOMAIN);
    const domain = domains[at];
    const neighbour = domains[(at + 1) % domains.length];
    const place = { domain, neighbour, entity: entityName(domain, index) };
    const count = Math.min(METHODS_PER_CLASS, methodCount - index * METHODS_PER_CLASS);
    return { place, methods: createMethods(place, count, random) };
  });
  return { domains, classes };
}
