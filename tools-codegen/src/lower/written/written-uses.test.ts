import { createScratchProject } from '../../../../packages/program/src/testing/scratch-project.test.support.js';
import { generateUncached } from '../../testing/generate-uncached.test.support.js';

const SOURCE = `import { tool } from 'toolwright';

/** An address of mail. */
type Email = string;

export class Mail {
  /** One. */
  @tool
  one(order: 'newest' | 'oldest', to: Email | null, at: Date | string): void {}

  /** Two. */
  @tool
  two(order: 'oldest' | 'newest', to: string | null, at: Date | string): void {}

  /** Three. */
  @tool
  three(order: 'newest' | 'oldest', to: Email | null): void {}
}
`;

describe('types that several tools take', () => {
  const { dir } = createScratchProject({ 'src/mail.ts': SOURCE });
  const { tools, diagnostics } = generateUncached({ cwd: dir });
  const parameterOf = (tool: string, name: string): unknown =>
    tools.find((each) => each.name === tool)?.parameters.properties[name];

  it('keep the order and the aliases in which each tool writes them', () => {
    expect(['one', 'two', 'three'].map((tool) => parameterOf(tool, 'order'))).toEqual([
      { type: 'string', enum: ['newest', 'oldest'] },
      { type: 'string', enum: ['oldest', 'newest'] },
      { type: 'string', enum: ['newest', 'oldest'] },
    ]);
    expect(parameterOf('two', 'to')).toEqual({ type: ['string', 'null'] });
    expect(parameterOf('three', 'to')).toEqual(parameterOf('one', 'to'));
    expect(JSON.stringify(parameterOf('one', 'to'))).toContain('An address of mail.');
  });

  it('are reported at each tool', () => {
    const found = diagnostics.filter(({ code }) => code === 'TW2046').map(({ tool }) => tool);
    expect(found).toEqual(['one', 'two']);
  });
});
