import * as capabilities from './index.js';

it('exports exactly the documented names', () => {
  expect(Object.keys(capabilities).sort()).toEqual([
    'CapabilityAgent',
    'createUpdateTools',
    'gitCapabilities',
    'gitOutputs',
    'loadCapabilities',
    'parseCapability',
    'skills',
    'stylePresets',
  ]);
});
