import { cases } from '../../../../../scripts/thorough.mjs';
import { blockScanner, decisionScanner, readDecisions, readXmlReply } from '../read-reply.js';
import { block, decision } from '../wording.test.support.js';
import { quotations, wrapped } from './places.test.support.js';

type Protocol = 'reasoning-json' | 'xml';
type Random = (below: number) => number;

const COUNT = cases(500, 20_000);

/** Texts that do not turn a call into a quotation. */
const fillers: readonly string[] = [
  ...[
    'Well.',
    'I look it up.',
    'It is an Array<string>.',
    'a < b and c > d.',
    'The <div> tag.',
    'Use `<pre>`.',
  ],
  ...[
    '<b>Now</b>.',
    '<!-- none -->',
    '<br>',
    'The interval [0, 1).',
    'It says "no".',
    '- one\n- two',
    '> quoted',
  ],
  ...[
    '| a | b |\n|---|---|',
    '{"a": [1]}',
    '[1](https://a.b)',
    '# Title',
    'The token <|im_end|> is one.',
    'Use `<|foo|>`.',
    'A stray ` tick.',
    '```\na\n```',
  ],
];

/** Endings after which no call is at the top level: an open element, an open fence, or another turn. */
const isOpen = (name: string): boolean => /open|another turn/.test(name);

const isTypographic = (name: string): boolean => /quotes|guillemets|[„”’»›‹‘‚]/.test(name);

const callOf = (protocol: Protocol, name: string): string =>
  protocol === 'xml' ? block(name, {}) : decision({ tool_name: name, tool_input: {} });

function pick<T>(list: readonly T[], random: Random): T {
  const item = list[random(list.length)];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}

/** Random numbers from a seed. @see https://en.wikipedia.org/wiki/Linear_congruential_generator */
function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Mixture {
  readonly content: string;
  readonly runs: readonly string[];
}

function mixture(protocol: Protocol, random: Random): Mixture {
  const before = Array.from({ length: random(3) }, () => pick(fillers, random));
  const [name, quote] = pick(quotations, random);
  const [innerName, inner] = pick(quotations, random);
  // Inner marks end outer marks of the same kind, and text in an object makes it invalid JSON.
  const nests =
    !isOpen(name + innerName) &&
    !/JSON|code span/.test(name) &&
    !/fence.*fence/.test(name + innerName) &&
    !(isTypographic(name) && isTypographic(innerName));
  const quoted =
    nests && random(2) === 0 ? quote(inner(callOf(protocol, 'wipe'))) : quote(callOf(protocol, 'wipe'));
  const kind = random(3);
  if (kind === 0) return { content: [...before, quoted].join('\n\n'), runs: [] };
  const call = callOf(protocol, 'save');
  if (kind === 1)
    return {
      content: before.length > 0 ? [...before, call].join('\n\n') : pick(wrapped(call), random),
      runs: ['save'],
    };
  const isEnd = isOpen(name);
  return { content: [...before, quoted, call].join('\n\n'), runs: isEnd ? [] : ['save'] };
}

function runsOf(protocol: Protocol, content: string): readonly string[] {
  if (protocol === 'xml') return readXmlReply(content).calls.flatMap((call) => (call.ok ? [call.name] : []));
  const { calls } = readDecisions(content);
  return calls.flatMap((call) => (call.action === 'tool' && call.problem === undefined ? [call.name] : []));
}

function streamed(protocol: Protocol, content: string, random: Random): string {
  const scanner = protocol === 'xml' ? blockScanner() : decisionScanner();
  let shown = '';
  for (let at = 0; at < content.length; ) {
    const end = at + 1 + random(40);
    shown += scanner.push(content.slice(at, end));
    at = end;
  }
  return shown + scanner.end();
}

// B3, D2
describe.each(['xml', 'reasoning-json'] as const)('mixtures of texts and calls in %s', (protocol) => {
  const mixtures = Array.from({ length: COUNT }, (_, seed) => mixture(protocol, randomOf(seed + 1)));

  it('run every call that is not quoted, and no quoted one', () => {
    const wrong = mixtures.flatMap(({ content, runs }) => {
      const found = runsOf(protocol, content);
      return found.join() === runs.join() ? [] : [{ content, runs, found }];
    });
    expect(wrong).toEqual([]);
  });

  it('show the same text when they are streamed in pieces', () => {
    const wrong = mixtures.filter(({ content }, seed) => {
      const text = protocol === 'xml' ? readXmlReply(content).text : readDecisions(content).text;
      return streamed(protocol, content, randomOf(seed)) !== text;
    });
    expect(wrong).toEqual([]);
  });
});
