import * as unplugin from './index.js';

it('exports these values', () => {
  expect(Object.keys(unplugin)).toEqual(['codegen']);
});
