import type { ToolEffects } from '../effect.js';
import type { ToolFlows } from '../flows/flow.js';
import { printEffects } from './print-effects.js';
import { printFlows } from './print-flows.js';

const HOSTILE = 'go(\u001b[2J\u202e\u0007)';
const step = { file: 'a\u001b[1m.ts', line: 1, text: HOSTILE };

// G1, G3
it('shows texts of the project that a terminal would obey', () => {
  const tool: ToolEffects = {
    name: 'run',
    file: step.file,
    line: 1,
    effects: [{ effect: 'unknown', reason: `package ${HOSTILE}`, path: [step] }],
    hints: [],
    suggestions: [],
  };
  const entry = { tool: 'run', certainty: 'yes', reason: HOSTILE, via: [], path: [step] } as const;
  const flows: ToolFlows = {
    kind: 'agent',
    name: HOSTILE,
    file: step.file,
    line: 1,
    tools: [],
    cells: { privateData: [entry], untrustedContent: [], waysOut: [] },
    trifecta: 'no',
    separated: false,
  };
  const texts = [
    printEffects([tool]),
    printEffects([tool], { color: true }),
    printFlows([flows]),
    printFlows([flows], { color: true }),
    printFlows([flows], { format: 'markdown' }),
  ];
  for (const text of texts) {
    expect(text).toContain('\\u{1b}');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the program's own colours may stay
    expect(text.replaceAll(/\u001b\[\d+m/g, '')).not.toMatch(/[\u0007\u001b\u202e]/);
  }
});
