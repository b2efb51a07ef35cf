import * as capabilities from './index.js';

it('exports what it promises', () => {
  expect(Object.keys(capabilities).sort()).toEqual([
    'CapabilityAgent',
    'createUpdateTools',
    'gitCapabilities',
    'gitOutputs',
    'loadCapabilities',
    'parseCapability',
    'stylePresets',
  ]);
});
