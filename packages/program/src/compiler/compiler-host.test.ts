import { ts } from 'ts-morph';
import { createScratchProject } from '../testing/scratch-project.test.support.js';
import { createCompilerHost } from './compiler-host.js';

describe('programs with other options', () => {
  it('share the parsed declarations, and no source', () => {
    const { dir } = createScratchProject({ 'types.d.mts': 'export {};\n', 'source.ts': 'export {};\n' });
    const parsed = new Map<string, ts.SourceFile>();
    const parse = (file: string, options: ts.CompilerOptions): ts.SourceFile | undefined => {
      const host = createCompilerHost(options, { output: '', parsedLib: new Map(), parsed });
      return host.getSourceFile(`${dir}/${file}`, options.target ?? ts.ScriptTarget.ES2023);
    };
    const again = (file: string, options: ts.CompilerOptions): boolean =>
      parse(file, { strict: true }) === parse(file, options);
    expect(again('types.d.mts', { strict: false })).toBe(true);
    expect(again('types.d.mts', { strict: true, target: ts.ScriptTarget.ES2020 })).toBe(false);
    expect(again('source.ts', { strict: false })).toBe(false);
    expect(again('source.ts', { strict: true })).toBe(true);
  });
});
