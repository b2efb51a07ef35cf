import type { ts } from 'ts-morph';
import { typescript } from '../compiler/bundled-compiler.js';
import { keepsDecorators } from './keeps-decorators.js';

const { ScriptTarget, ModuleKind, transpileModule } = typescript;

function isEmitted(options: ts.CompilerOptions): boolean {
  const source = 'declare const tool: any;\nexport class Notes { @tool list() { return []; } }\n';
  const compilerOptions = { module: ModuleKind.ESNext, ...options };
  return transpileModule(source, { compilerOptions }).outputText.includes('@tool');
}

describe('decorators', () => {
  it.each<[ts.CompilerOptions, boolean]>([
    [{}, false],
    [{ target: ScriptTarget.ES2022 }, false],
    [{ target: ScriptTarget.ES2025 }, false],
    [{ target: ScriptTarget.ESNext }, true],
    [{ target: ScriptTarget.ESNext, useDefineForClassFields: true }, true],
    [{ target: ScriptTarget.ESNext, useDefineForClassFields: false }, false],
    [{ target: ScriptTarget.ESNext, experimentalDecorators: true }, false],
  ])('are kept exactly if the compiler keeps them: %j', (options, kept) => {
    expect(isEmitted(options)).toBe(kept);
    expect(keepsDecorators(options)).toBe(kept);
  });

  it.each<ts.CompilerOptions>([{ noEmit: true }, { emitDeclarationOnly: true }])(
    'are left to other compilers if tsc writes no JavaScript: %j',
    (options) => {
      expect(keepsDecorators({ target: ScriptTarget.ESNext, ...options })).toBe(false);
    },
  );
});
