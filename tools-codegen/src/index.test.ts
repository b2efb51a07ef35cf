import * as codegen from './index.js';

describe('the public API', () => {
  it('exports exactly the documented names', () => {
    expect(Object.keys(codegen).sort()).toEqual([
      'checkModules',
      'createGenerator',
      'createStopwatch',
      'findEffects',
      'generate',
      'generateWithEffects',
      'lint',
      'migrate',
      'printDiagnostics',
      'printEffects',
      'printFlows',
      'readToolDocs',
      'watch',
      'writeModules',
    ]);
  });
});
