import { scriptedModel } from '@toolwright/llm/testing';
import { Prompt, PromptRegistry, type TagsOutput } from '@toolwright/prompts';
import { typedSchema } from '@toolwright/tools';
import { z } from 'zod';
import { Dialog } from '../dialog/dialog.js';
import { parsers } from '../parsers/parsers.js';
import { agentCall } from './agent-call.js';

/** Fails to compile unless both types are the same. */
function expectType<Expected>() {
  return <Actual>(_actual: Actual, ..._same: Same<Actual, Expected> extends true ? [] : [never]): void =>
    undefined;
}
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

interface Report {
  readonly city: string;
}
const ReportSchema = typedSchema<Report>('Report', {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
});
const answer = (text: string) => ({ llmClient: scriptedModel([text]) });
const template = 'Go.';

// C2
describe('the type of an output', () => {
  it('follows from the parser of the prompt', async () => {
    const json = new Prompt({ template, parser: parsers.json(ReportSchema) });
    const { output, dialog } = await agentCall({ ...answer('{"city":"Oslo"}'), prompt: json });
    expectType<Report>()(output);
    expectType<Dialog<Report>>()(dialog);
    const schema = z.object({ days: z.number() });
    const days = await agentCall({
      ...answer('{"days":3}'),
      prompt: json.extend({ parser: parsers.json(schema) }),
    });
    expectType<{ days: number }>()(days.output);
    const tags = { xml: { plan: 'required' } } as const;
    const tagged = await agentCall({ ...answer('<plan>x</plan>'), prompt: new Prompt({ template, tags }) });
    expectType<TagsOutput<typeof tags>>()(tagged.output);
    const custom = new Prompt({ template, parser: async (text) => new Date(text) });
    expectType<Date>()((await agentCall({ ...answer('2020-01-01'), prompt: custom })).output);
    const plain = await agentCall({ ...answer('Yes.'), prompt: new Prompt({ template }) });
    expectType<string>()(plain.output);
    const found = new PromptRegistry().addPrompt('task', json).get('task');
    expectType<unknown>()((await agentCall({ ...answer('{"city":"Oslo"}'), prompt: found })).output);
    expect(output.city).toBe('Oslo');
  });

  it('follows from the last prompt of a dialog', async () => {
    const json = new Prompt({ template, parser: parsers.json(ReportSchema) });
    const dialog = new Dialog('Be exact.').sendMessage(json);
    expectType<Dialog<Report>>()(dialog);
    expectType<Report>()((await agentCall({ ...answer('{"city":"Oslo"}'), dialog })).output);
    const other = new Prompt({ template, parser: Number });
    expectType<number>()((await agentCall({ ...answer('5'), dialog, prompt: other })).output);
    expectType<string>()(
      (await agentCall({ ...answer('x'), dialog: new Dialog().sendMessage('Hi') })).output,
    );
    expect(new Dialog(json).topPrompt).toBe(json);
  });

  it('is inferred together with the type of the variables', () => {
    const prompt = new Prompt({ template: ({ city }: { city: string }) => city });
    // These functions are compiled but never run.
    const calls = [
      () => agentCall({ ...answer('x'), prompt, vars: { city: 'Oslo' } }),
      // @ts-expect-error a number is no city
      () => agentCall({ ...answer('x'), prompt, vars: { city: 5 } }),
      // @ts-expect-error neither a prompt nor a dialog
      () => agentCall(answer('x')),
      // @ts-expect-error no such option
      () => agentCall({ ...answer('x'), prompt, maxInterupts: 3 }),
    ];
    expect(calls).toHaveLength(4);
  });
});
