import * as core from './index.js';

it('exports what it promises', () => {
  expect(Object.keys(core).sort()).toEqual([
    'Agent',
    'AgentBase',
    'AgentCallError',
    'AgentRegistry',
    'Dialog',
    'JoinedTools',
    'Memory',
    'ResultStream',
    'RunStream',
    'agent',
    'agentCall',
    'agents',
    'binaryClassify',
    'buildAgent',
    'classify',
    'drainRun',
    'dropOldest',
    'estimateTokens',
    'fromGenerator',
    'nativeProtocol',
    'parseOutput',
    'parsers',
    'presets',
    'reasoningJsonProtocol',
    'registerAgent',
    'summarize',
    'xmlProtocol',
  ]);
});
