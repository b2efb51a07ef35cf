/** Loaded with the first pattern that may take more than linear time: most programs have none. Synchronously, as validation is. */
const loader = {
  loadParser: (): typeof import('regjsparser') => require('regjsparser'),
};

export = loader;
