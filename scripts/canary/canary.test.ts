import { readFileSync } from 'node:fs';
import * as mcp from '@toolwright/mcp';
import * as store from '@toolwright/store';
import * as studio from '@toolwright/studio';
import * as logger from 'toolwright/logging';
import * as ui from 'toolwright/ui';
import { CANARIES, findCanaries } from './canaries.js';
import { SINKS } from './sinks.js';

beforeAll(() => {
  process.env.CANARY_TOKEN = CANARIES.environment;
  process.env.CANARY_DEPLOYS = CANARIES.undeclared;
});
afterAll(() => {
  delete process.env.CANARY_TOKEN;
  delete process.env.CANARY_DEPLOYS;
});

/** Words that show that the sink got something. */
const HEARD: Readonly<Record<string, RegExp>> = {
  paused: /Looked/,
  errorReports: /Wrong key/,
  thrown: /Wrong key/,
  createTelemetryLogger: /execute_tool/,
  connectStudio: /wire-reply/,
  'ag-ui': /Echo/,
  'ai-sdk': /Echo/,
};

// G4
describe('a planted secret does not come out of', () => {
  it.each(Object.entries(SINKS))('%s', async (name, sink) => {
    const bytes = await sink();
    expect(bytes).toMatch(HEARD[name] ?? /Looked/);
    expect(findCanaries(bytes)).toEqual([]);
  });

  it('the list of sinks without a test', () => {
    const { exports } = JSON.parse(
      readFileSync(new URL('../../packages/adapters/package.json', import.meta.url), 'utf8'),
    );
    const names = [
      // `thrownOf` gives a logger of the program what the program itself threw.
      ...Object.keys(logger).filter((name) => !['combineLoggers', 'thrownOf'].includes(name)),
      ...Object.keys(store).filter((name) => /Store$/.test(name)),
      ...Object.keys(mcp).filter((name) => /^(?:serve|connect|create)/.test(name)),
      ...Object.keys(studio).filter((name) => /^connect/.test(name)),
    ];
    expect(names.filter((name) => !(name in SINKS))).toEqual([]);
    // `readUIRequest` reads, and `sendResponse` writes what it gets.
    const shown = Object.keys(ui).filter((name) => !['readUIRequest', 'sendResponse'].includes(name));
    expect(shown).toEqual(['toErrorResponse', 'toUIResponse', 'toUIStream']);
    expect(Object.keys(exports)).toHaveLength(
      Object.keys(SINKS).filter((name) => /^to\w+Tools$/.test(name)).length,
    );
  });
});

describe('the search for canaries', () => {
  it('finds each of them in every form, also a half', () => {
    for (const [name, text] of Object.entries(CANARIES)) {
      const forms = [
        text,
        JSON.stringify({ a: JSON.stringify(text) }),
        encodeURIComponent(text),
        Buffer.from(`user:${text}`).toString('base64'),
        text.slice(0, Math.ceil(text.length / 2)),
      ];
      for (const form of forms) expect(findCanaries(`before ${form} after`)).toEqual([name]);
    }
    expect(findCanaries('nothing is here')).toEqual([]);
  });
});
