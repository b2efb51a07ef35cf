export { readSchema } from './read/read-schema.js';
