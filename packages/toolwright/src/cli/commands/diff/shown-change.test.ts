import { exampleLabel } from './shown-change.js';

const change = { tool: 'wipe', verdict: 'breaking', message: '', example: {} } as const;

// F2
it.each([
  ['input', '/parameters/properties/dry/type', 'refused now'],
  ['input', '/parameters/properties/default', 'refused now'],
  ['input', '/parameters/properties/dry/default', 'has a different meaning now'],
  ['output', '/output/properties/dry/default', 'possible now'],
] as const)('says what an example of %s %s is an example of', (side, path, label) => {
  expect(exampleLabel({ ...change, side, path })).toBe(label);
});
