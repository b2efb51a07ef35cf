/**
 * A project of others: an npm package that ships its TypeScript sources.
 * @typedef {object} Definition
 * @property {string} id For `--projects`
 * @property {string} name of the package
 * @property {Record<string, string>} packages What its sources import, with the package itself; all at fixed versions
 * @property {string} sources The folder of its sources, in the package
 * @property {string[]} [leaveOut] Parts of the paths of sources that are left out
 * @property {'module' | 'commonjs'} type of its modules
 * @property {object} options Compiler options
 */

/** @type {Definition[]} */
export const realProjects = [];
