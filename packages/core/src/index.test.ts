import * as core from './index.js';

it('exports what it promises', () => {
  expect(Object.keys(core).sort()).toEqual([
    'Agent',
    'AgentBase',
    'AgentRegistry',
    'Dialog',
    'Memory',
    'RunStream',
    'agent',
    'agentCall',
    'agents',
    'binaryClassify',
    'buildAgent',
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
