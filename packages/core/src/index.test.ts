import * as core from './index.js';

it('exports exactly the documented names', () => {
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
    'listModels',
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
