/** Loaded when a value has a format: most have none. Synchronously, as validation is. */
const loader = {
  loadFormats: (): typeof import('ajv-formats/dist/formats.js') => require('ajv-formats/dist/formats.js'),
};

export = loader;
