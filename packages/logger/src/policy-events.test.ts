import type { AgentEvent, Logger, RunInfo } from '@toolwright/contract';
import { createConsoleLogger } from './console-logger.js';
import { createDebugLogger } from './debug-logger.js';
import { createJsonLogger } from './json-logger.js';
import { createTranscriptLogger } from './transcript-logger.js';

const run: RunInfo = { runId: 'r1', agent: 'clerk' };
const asked: AgentEvent = {
  type: 'policy',
  policy: 'large',
  hook: 'beforeTool',
  action: 'ask-approval',
  callId: 'call_1',
  reason: 'more than 100 €',
};
const changed: AgentEvent = { type: 'policy', policy: 'redact', hook: 'onInput', action: 'change' };

// H2
describe('a policy that acted', () => {
  it.each([
    ['console', createConsoleLogger],
    ['debug', createDebugLogger],
    ['transcript', createTranscriptLogger],
    ['json', createJsonLogger],
  ])('is named in the %s log, with its reason', (name, create) => {
    let text = '';
    const stream = {
      write: (piece: string) => {
        text += piece;
      },
    };
    const logger: Logger = create({ stream });
    for (const event of [asked, changed]) logger.log(event, run);
    if (name === 'json') {
      const [first] = text.trim().split('\n');
      expect(JSON.parse(first ?? '')).toMatchObject({ ...asked });
      return;
    }
    expect(text).toContain('large asked for approval of the call call_1: more than 100 €');
    expect(text).toContain('redact changed the input');
  });
});
