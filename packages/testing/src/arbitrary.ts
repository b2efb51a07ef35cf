export { arbitrary, nearMiss } from './arbitrary/arbitrary.js';
export type { NearMiss } from './arbitrary/near-misses.js';
