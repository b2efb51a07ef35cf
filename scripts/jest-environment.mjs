/**
 * Jest's environment for Node, in which all suites of a worker share one TypeScript compiler: it takes 0.3 s of CPU to load, and what
 * earlier suites have run of it is already optimised. `jest.config.js` sends imports of the compiler to `shared-*.cjs`.
 */
import { createRequire } from 'node:module';
import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';

const load = createRequire(new URL('../packages/program/package.json', import.meta.url));

export default class extends TestEnvironment {
  constructor(...options) {
    super(...options);
    this.global.loadShared = load;
    acceptForeign(this.global.RangeError);
  }
}

/** A suite has a `RangeError` of its own, of which a stack overflow in a shared module is no instance; this makes it one. */
function acceptForeign(ErrorClass) {
  const isInstance = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(ErrorClass, Symbol.hasInstance, {
    value(error) {
      const isForeign = this === ErrorClass && types.isNativeError(error) && error.name === ErrorClass.name;
      return isForeign || isInstance.call(this, error);
    },
  });
}
