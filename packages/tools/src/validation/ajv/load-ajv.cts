/**
 * AJV takes as long to load as half of everything else, so it is loaded at the first use; synchronously, because `callSync` may be
 * that use. `require` does this in Node and in every bundler, which also keeps its laziness; `import()` could not.
 */
const loaders = {
  loadAjv: (): typeof import('ajv/dist/2020.js') => require('ajv/dist/2020.js'),
  loadAddFormats: (): typeof import('ajv-formats') => require('ajv-formats'),
  loadEqual: (): typeof import('ajv/dist/runtime/equal.js') => require('ajv/dist/runtime/equal.js'),
  loadFormats: (): typeof import('ajv-formats/dist/formats.js') => require('ajv-formats/dist/formats.js'),
};

export = loaders;
