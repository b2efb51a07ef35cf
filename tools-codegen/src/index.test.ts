import * as codegen from './index.js';

describe('the public API', () => {
  it('exports these names and no others', () => {
    expect(Object.keys(codegen).sort()).toEqual([
      'checkModules',
      'createGenerator',
      'createStopwatch',
      'generate',
      'migrate',
      'printDiagnostics',
      'watch',
      'writeModules',
    ]);
  });
});
