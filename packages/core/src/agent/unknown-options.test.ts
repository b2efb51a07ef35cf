import { ToolwrightError } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { agentCall } from '../agent-call/agent-call.js';
import { binaryClassify } from '../classify/binary-classify.js';
import { classify } from '../classify/classify.js';
import { dropOldest } from '../compaction/drop-oldest.js';
import { summarize } from '../compaction/summarize.js';
import { Dialog } from '../dialog/dialog.js';
import { Memory } from '../memory/memory.js';
import { guardInput } from '../policies/shipped/guard-input.js';
import { guardOutput } from '../policies/shipped/guard-output.js';
import { redact } from '../policies/shipped/redact.js';
import { separate } from '../policies/shipped/separate.js';
import { untrusted } from '../policies/shipped/untrusted.js';
import { Agent } from './agent.js';

/** Options from plain JavaScript, which may be anything. */
type Given = Record<string, never>;

const llmClient = scriptedModel(Array(9).fill('A'));
const agent = new Agent({ llmClient });

/** Each function with options that it takes; a name that is misspelt, and one with a value of another kind. */
const DOORS: Readonly<Record<string, readonly [(given: Given) => unknown, string, string, unknown]>> = {
  'new Agent': [(given) => new Agent({ llmClient, ...given }), 'maxIteration', 'systemPrompt', 5],
  'the runtime of an agent': [(runtime) => new Agent({ llmClient, runtime }), 'newIds', 'now', 5],
  'the budget of an agent': [(budget) => new Agent({ llmClient, budget }), 'costs', 'cost', 'all'],
  run: [(given) => agent.run('x', given), 'maxIteration', 'stream', 'no'],
  runStream: [(given) => agent.runStream('x', given), 'sigal', 'signal', 1],
  asTool: [(given) => agent.asTool(given), 'nmae', 'description', 5],
  asHandoff: [(given) => agent.asHandoff(given), 'tooName', 'description', 5],
  'new Memory': [(given) => new Memory(given), 'maxHistroy', 'messages', 'x'],
  agentCall: [
    (given) => agentCall({ llmClient, dialog: new Dialog().sendMessage('x'), ...given }),
    'retrys',
    'name',
    5,
  ],
  classify: [
    (given) => classify('x', ['a', 'b'], { llmClient, votes: 1, ...given }),
    'vote',
    'instructions',
    5,
  ],
  binaryClassify: [
    (given) => binaryClassify('x', 'y?', { llmClient, votes: 1, ...given }),
    'thresold',
    'images',
    'x',
  ],
  separate: [separate, 'wayOut', 'name', 5],
  untrusted: [(given) => untrusted(() => true, given), 'nam', 'subAgents', 'no'],
  redact: [(given) => redact({}, given), 'secret', 'secrets', 'no'],
  guardInput: [(given) => guardInput(() => undefined, given), 'nam', 'name', 5],
  guardOutput: [(given) => guardOutput(() => undefined, given), 'otherwize', 'name', 5],
  dropOldest: [(given) => dropOldest({ maxHistoryTokens: 9, ...given }), 'keepToken', 'countTokens', 5],
  summarize: [(given) => summarize({ maxHistoryTokens: 9, ...given }), 'instruction', 'llmClient', 5],
  sendMessage: [(given) => new Dialog().sendMessage('x', given), 'image', 'images', 'x'],
  overview: [(given) => new Dialog().overview(given), 'maxLenght', 'maxLength', 'x'],
};

const attempt = async (door: (given: Given) => unknown, given: unknown): Promise<unknown> => {
  // Options from plain JavaScript.
  const work = async () => door(given as Given);
  return work().catch((error: unknown) => error);
};

// H2
describe.each(Object.entries(DOORS))('%s', (_, [door, misspelt, known, wrong]) => {
  it('refuses an unknown option with the nearest name', async () => {
    expect(await attempt(door, { [misspelt]: 1 })).toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(`has no option '${misspelt}'`),
      // Only the nearest name stands in quotes.
      hint: expect.stringMatching(/'\w+'/),
    });
  });

  it('refuses a value of another kind in words', async () => {
    expect(await attempt(door, { [known]: wrong })).toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(`'${known}' of '`),
      hint: expect.stringContaining('Pass '),
    });
  });

  it('takes options that are undefined', async () => {
    expect(await attempt(door, { [misspelt]: undefined, [known]: undefined })).not.toBeInstanceOf(
      ToolwrightError,
    );
  });
});

it.each([
  ['x', "'memory' is 'x'."],
  [5, "'memory' is 5."],
  [[{ role: 'x' }], "'messages[0]' is not a message"],
])('refuses %j as a memory', (memory, message) => {
  expect(() => new Agent({ llmClient, memory: memory as never })).toThrow(
    expect.objectContaining({ message: expect.stringContaining(message) }),
  );
});
