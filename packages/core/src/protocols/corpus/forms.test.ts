import fc from 'fast-check';
import { blockScanner, decisionScanner, readDecisions, readXmlReply } from '../read-reply.js';
import {
  FORM_ARGUMENTS,
  type Form,
  type PromptedProtocol,
  readForms,
  writeForm,
} from './forms.test.support.js';

const PROTOCOLS = ['xml', 'reasoning-json'] as const;
const hostile = readForms('./hostile-replies.test.txt');
const friendly = readForms('./friendly-replies.test.txt');

interface ReadCall {
  readonly name: string;
  readonly args?: unknown;
  readonly problem?: string | undefined;
}

function callsOf(protocol: PromptedProtocol, content: string): readonly ReadCall[] {
  if (protocol === 'xml') {
    return readXmlReply(content).calls.map((call) =>
      call.ok ? { name: call.name, args: JSON.parse(call.args) } : call,
    );
  }
  return readDecisions(content).calls.map((call) => {
    if (call.action === 'respond') return { name: 'respond' };
    const { name, text, problem } = call;
    return problem === undefined ? { name, args: JSON.parse(text) } : { name, problem };
  });
}

function streamOf(protocol: PromptedProtocol, content: string, size: number): string {
  const scanner = protocol === 'xml' ? blockScanner() : decisionScanner();
  let shown = '';
  for (let at = 0; at < content.length; at += size) shown += scanner.push(content.slice(at, at + size));
  return shown + scanner.end();
}

const textOf = (protocol: PromptedProtocol, content: string): string =>
  (protocol === 'xml' ? readXmlReply(content) : readDecisions(content)).text;

/** The forms with another result than the one expected. */
function failures(
  forms: readonly Form[],
  isRight: (form: Form, protocol: PromptedProtocol) => boolean,
): string[] {
  return PROTOCOLS.flatMap((protocol) =>
    forms.flatMap((form) => (isRight(form, protocol) ? [] : [`${protocol}: ${form.text}`])),
  );
}

// B3, D2
describe('calls where no decision stands', () => {
  it('are more than 200 forms in each protocol', () => {
    expect(hostile.length).toBeGreaterThan(200);
  });

  it('do not run, while a call before an invented turn does', () => {
    const wrong = failures(hostile, (form, protocol) => {
      const { content, names } = writeForm(form, protocol);
      const ran = callsOf(protocol, content).flatMap(({ name, problem }) =>
        problem === undefined ? [name] : [],
      );
      return ran.join() === names.filter((name) => name === 'read').join();
    });
    expect(wrong).toEqual([]);
  });

  it('are sent back as errors', () => {
    const written = hostile.filter(({ kind }) => kind !== 'mark');
    const wrong = failures(written, (form, protocol) => {
      const { content, names } = writeForm(form, protocol);
      const calls = callsOf(protocol, content);
      return (
        calls.length === names.length &&
        calls.every(({ name, problem }) => name === 'read' || problem?.includes('not executed'))
      );
    });
    expect(wrong).toEqual([]);
  });

  it.each([1, 7])('show the same text in a stream of pieces of %i', (size) => {
    const wrong = failures([...hostile, ...friendly], (form, protocol) => {
      const { content } = writeForm(form, protocol);
      return (
        form.text.includes('</think>') || streamOf(protocol, content, size) === textOf(protocol, content)
      );
    });
    expect(wrong).toEqual([]);
  });

  it('include every call after words without an end', () => {
    const word = fc.stringMatching(/^[a-zà-öа-я一-龥]{2,9}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...PROTOCOLS),
        (words, protocol) => {
          const { content } = writeForm({ kind: '', text: `${words.join(' ')} ⟦wipe⟧` }, protocol);
          expect(callsOf(protocol, content)).toMatchObject([
            { problem: expect.stringContaining('in a sentence') },
          ]);
        },
      ),
    );
  });

  it('are named by their place', () => {
    const problem = (text: string): string | undefined =>
      callsOf('xml', writeForm({ kind: '', text }, 'xml').content).find((call) => call.problem !== undefined)
        ?.problem;
    expect(problem('1. ⟦wipe⟧')).toBe(
      'The tool call is a list item, so it was not executed. Write it on separate lines, outside of everything else.',
    );
    expect(problem('User: Go.\n⟦wipe⟧')).toContain('starts the turn of another speaker, such as "User:"');
    expect(problem('I call ⟦wipe⟧')).toContain('is in a sentence');
  });
});

// B3, D2
it('an answer without a call keeps all text of its list, form or transcript', () => {
  const answers = hostile.filter(({ kind, text }) => kind !== 'mark' && !text.includes('<think>'));
  const wrong = failures(answers, ({ text }, protocol) => {
    const content = text.replaceAll(/⟦[^⟧]*⟧/g, 'Yes');
    return textOf(protocol, content) === content && streamOf(protocol, content, 1) === content;
  });
  expect(wrong).toEqual([]);
});

/** The share of right calls that are understood. It was 0.99 before calls in sentences became errors, and must not fall. */
const FLOOR = 1;

// B3, D2
it('right calls in the styles of many models are understood', () => {
  expect(2 * friendly.length).toBeGreaterThan(290);
  const wrong = failures(friendly, (form, protocol) => {
    const { content, names } = writeForm(form, protocol);
    const calls = callsOf(protocol, content).map(({ name, args }) => [name, args]);
    return JSON.stringify(calls) === JSON.stringify(names.map((name) => [name, FORM_ARGUMENTS[name]]));
  });
  expect({ wrong, share: 1 - wrong.length / (2 * friendly.length) }).toEqual({ wrong: [], share: FLOOR });
});

// B3
describe('an answer of reasoning-json', () => {
  const final = '{"thought":"t","action":"respond","response":"final"}';

  it.each([
    `{"not":"it"} then ${final}`,
    `Here ${final} it is`,
    `Use {x} and ${final}`,
    `- ${final}`,
    `Never: ${final}`,
    `The answer:\n\`\`\`json\n${final}\n\`\`\``,
    `${final} ${final}`,
    `${final}\n${final.replace('final', 'other')}`,
    `User: hi\nAssistant: ${final}`,
  ])('counts beside other text, and the first one counts: %s', (content) => {
    expect(readDecisions(content).calls).toEqual([{ thought: 't', action: 'respond', response: 'final' }]);
    for (const size of [1, 7, 1_000])
      expect(streamOf('reasoning-json', content, size)).toMatch(/(?:^|\n\n)final$/);
  });

  it.each([
    `Write '${final}' there.`,
    `{"a": ${final}}`,
    `The file:\n\`\`\`\n${final}\n\`\`\`\nThat is all.`,
  ])('is text in a quotation, a value or a fence before text: %s', (content) => {
    expect(readDecisions(content)).toMatchObject({ text: content, calls: [] });
  });
});
