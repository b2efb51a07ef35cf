import { chooseTools } from './choose-tools.mjs';

const SOURCE = `export class Shop {
  find(name: string): string { return name; }
  call(back: () => void): void { back(); }
  sell(id: symbol): void {}
}
`;

/** Refuses the methods of these names, as codegen does. */
const refusing = (listed: readonly string[], named: readonly string[]) => (files: Map<string, string>) => {
  const marked = [...files].flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) => {
      const name = /@tool \*\/ (\w+)/.exec(line)?.[1];
      return name === undefined ? [] : [{ name, file, line: index + 1 }];
    }),
  );
  const errors = marked.filter(({ name }) => [...listed, ...named].includes(name));
  return {
    tools: marked.filter(({ name }) => !listed.includes(name)),
    diagnostics: errors.map(({ file, name }) => ({ severity: 'error', file, tool: name })),
  };
};

describe('the tools of a project of others', () => {
  it('are the methods that codegen lists and that no error names', () => {
    const { files, tools } = chooseTools(new Map([['src/shop.ts', SOURCE]]), refusing(['call'], ['sell']));
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(['find']);
    expect(files.get('src/shop.ts')).toBe(SOURCE.replace('  find', '  /** @tool */ find'));
  });

  it('are not chosen forever', () => {
    const report = { tools: [], diagnostics: [{ severity: 'error' }] };
    expect(() => chooseTools(new Map(), () => report)).toThrow('Codegen still finds errors after 6 trials.');
  });
});
