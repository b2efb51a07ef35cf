import { ts } from 'ts-morph';
import { createCollector } from './collector.js';

const source = ts.createSourceFile('/project/src/a.ts', 'const a = 1;', ts.ScriptTarget.ES2022);

describe('a collector', () => {
  it('reports what it held back in the order of its release, each finding once', () => {
    const { forTool, hold, release, reportAt, diagnosticsOf } = createCollector((file) => file);
    const find = (tool: string) =>
      hold(() =>
        forTool(tool, () => {
          reportAt({ code: 'TW3002', source, start: 6, end: 7, message: 'Found.' });
          return tool;
        }),
      );
    const [later, first] = [find('later'), find('first')];
    expect([later.result, first.result]).toEqual(['later', 'first']);
    expect(diagnosticsOf(source.fileName)).toEqual([]);
    for (const { held } of [first, later]) release(held);
    expect(diagnosticsOf(source.fileName)).toMatchObject([{ message: 'Found.', tool: 'first', line: 1 }]);
  });
});
