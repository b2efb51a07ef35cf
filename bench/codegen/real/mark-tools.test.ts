import { markTools } from './mark-tools.mjs';

const SOURCE = `export class Shop {
  /** Finds it. */
  find(name: string): string { return name; }

  /**
   * Sells it.
   */
  async sell(id: number): Promise<void> {}

  count(): number { return 1; }
  private hidden(): void {}
  protected inner(): void {}
  static make(): Shop { return new Shop(); }
  get size(): number { return 1; }
}

class Internal {
  find(): void {}
}
`;

describe('marking the methods of a source as tools', () => {
  it('adds the tag to public methods of exported classes, and keeps their docs', () => {
    const { text, tools } = markTools(SOURCE);
    expect(tools.map(({ name, line }) => [name, line])).toEqual([
      ['find', 4],
      ['sell', 9],
      ['count', 11],
    ]);
    expect(text).toBe(
      SOURCE.replace('Finds it. */', 'Finds it. \n* @tool */')
        .replace('Sells it.\n   */', 'Sells it.\n   * @tool */')
        .replace('  count()', '  /** @tool */ count()'),
    );
  });

  it('marks only the wanted methods', () => {
    const { text, tools } = markTools(SOURCE, ({ index }: { index: number }) => index === 2);
    expect(tools.map(({ name }) => name)).toEqual(['count']);
    expect(text.match(/@tool/g)).toHaveLength(1);
  });
});
