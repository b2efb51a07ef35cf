import * as codegen from './index.js';

describe('the public API', () => {
  it('exports exactly the documented names', () => {
    expect(Object.keys(codegen).sort()).toEqual([
      'checkModules',
      'createGenerator',
      'createStopwatch',
      'generate',
      'lint',
      'migrate',
      'printDiagnostics',
      'readToolDocs',
      'watch',
      'writeModules',
    ]);
  });
});
