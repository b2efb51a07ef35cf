/** Loaded when two different patterns are compared: most comparisons have none. Synchronously, as the comparison is. */
const loader = {
  loadRefa: (): typeof import('refa') => require('refa'),
};

export = loader;
