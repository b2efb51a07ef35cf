import { Prompt, PromptRegistry, type PromptVars, type TagsOutput } from './index.js';

/** Fails to compile unless both types are the same. */
function expectType<Expected>() {
  return <Actual>(_actual: Actual, ..._same: Same<Actual, Expected> extends true ? [] : [never]): void =>
    undefined;
}
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

// C4
describe('the type of the answers to a prompt', () => {
  it('follows from the parser, otherwise from the tags, otherwise it is a string', () => {
    expectType<Prompt<PromptVars, string>>()(new Prompt({ template: 'x' }));
    expectType<Prompt<PromptVars, Date>>()(new Prompt({ template: 'x', parser: (text) => new Date(text) }));
    expectType<Prompt<PromptVars, number>>()(
      new Prompt({ template: 'x', parser: { parse: async (text: string) => text.length } }),
    );
    const tagged = new Prompt({
      template: 'x',
      tags: { xml: { plan: 'optional', answer: 'required' }, signals: { done: 'optional', ok: 'required' } },
    });
    type Tagged = typeof tagged extends Prompt<PromptVars, infer Output> ? Output : never;
    type Read = Pick<Tagged, 'xml' | 'signals'>;
    // Never run: compiling it is the test.
    const read = (output: Read): void => {
      expectType<string>()(output.xml.answer[0]);
      expectType<string | undefined>()(output.xml.plan[0]);
      expectType<boolean>()(output.signals.done);
      expectType<true>()(output.signals.ok);
      // @ts-expect-error no such tag
      output.xml.other;
    };
    expect(read.length).toBe(1);
  });

  it('is kept by an extension, unless parser or tags change', () => {
    const base = new Prompt({ template: 'x', parser: () => 5 });
    expectType<Prompt<PromptVars, number>>()(base.extend({ template: 'y' }));
    expectType<Prompt<PromptVars, boolean>>()(base.extend({ parser: () => true }));
    expectType<Prompt<PromptVars, TagsOutput<{ readonly xml: { readonly a: 'required' } }>>>()(
      base.extend({ tags: { xml: { a: 'required' } } }),
    );
    // @ts-expect-error a handler reads what the prompt reads
    new Prompt({ template: 'x', parser: () => 5, exceptionHandler: { template: 'y', parser: () => 'z' } });
    expectType<Prompt>()(new PromptRegistry().addPrompt('a', base).get('a'));
  });

  it('is inferred together with the type of the variables', () => {
    const prompt = new Prompt({ template: ({ city }: { city: string }) => `In ${city}` });
    expect(prompt.render({ city: 'Oslo' })).toBe('In Oslo');
    // @ts-expect-error a number is no city
    expect(prompt.render({ city: 5 })).toBe('In 5');
    new PromptRegistry().addPrompt('city', prompt);
  });
});
