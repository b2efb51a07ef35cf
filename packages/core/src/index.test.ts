import * as core from './index.js';

it('exports what it promises', () => {
  expect(Object.keys(core).sort()).toEqual([
    'Agent',
    'Dialog',
    'Memory',
    'RunStream',
    'agentCall',
    'binaryClassify',
    'classify',
    'dropOldest',
    'estimateTokens',
    'nativeProtocol',
    'parseOutput',
    'parsers',
    'presets',
    'reasoningJsonProtocol',
    'summarize',
    'xmlProtocol',
  ]);
});
