export { arbitrary, nearMiss } from './arbitrary.js';
export type { NearMiss } from './near-misses.js';
