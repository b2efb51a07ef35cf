import type { ToolContext } from '@toolwright/contract';
import { ToolRegistry } from '../index.js';
import { entry, manifestOf } from '../weather.test.fixture.js';

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates a registry whose only tool, `work`, calls this function. */
export function registryOf(work: (context: ToolContext) => unknown, annotations = {}) {
  const fn = (context: ToolContext): unknown => work(context);
  return new ToolRegistry(
    manifestOf(entry('work', () => fn, { parameters: [null] }, {}, { annotations })),
  ).register(fn);
}

export const code = (expected: string) => expect.objectContaining({ code: expected });
