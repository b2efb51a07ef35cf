import type { ToolContext } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';

/** The signals of running calls of `wait`, so that tests see whether an abort arrives. */
export const waiting: AbortSignal[] = [];

let onWait = (): void => {};

/** A signal that aborts while the next call of `wait` is running. */
export function abortWhileItWaits(): AbortSignal {
  const controller = new AbortController();
  onWait = () => setTimeout(() => controller.abort(), 10);
  return controller.signal;
}

/** A registry with a tool of each kind that matters to a framework. */
export function createTools(): ToolRegistry {
  const registry = new ToolRegistry();
  registry.register(
    new FunctionTool({
      name: 'forecast',
      description: 'Weather forecast for a city.',
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string', description: 'City name' },
          days: { type: 'integer', minimum: 1, default: 1 },
        },
        required: ['city'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] },
      annotations: { title: 'Forecast', readOnly: true },
      fn: ({ city, days }: { city: string; days: number }) => {
        if (city === 'Atlantis') throw new Error('Atlantis has sunk.');
        return { celsius: city.length + days };
      },
    }),
  );
  registry.register(
    new FunctionTool({
      name: 'erase',
      description: 'Erases everything.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      annotations: { destructive: true, needsApproval: true },
      fn: () => 'erased',
    }),
  );
  registry.register(
    new FunctionTool({
      name: 'wait',
      description: 'Waits until it is aborted.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      fn: (_: object, { signal }: ToolContext) => {
        waiting.push(signal);
        onWait();
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('gone')), { once: true }),
        );
      },
    }),
  );
  registry.register(
    new FunctionTool({
      name: 'count',
      description: 'Counts to a number.',
      parameters: {
        type: 'object',
        properties: { to: { type: 'integer' } },
        required: ['to'],
        additionalProperties: false,
      },
      fn: async function* ({ to }: { to: number }) {
        for (let number = 1; number < to; number++) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          yield number;
        }
        if (to > 3) throw new Error('Too far.');
        return `counted to ${to}`;
      },
    }),
  );
  return registry;
}

/** Wrong arguments of `forecast`, as JSON, and what every framework shows the model. */
export const REFUSALS: readonly (readonly [string, string])[] = [
  ['{"town":"Oslo"}', "Invalid arguments for 'forecast': city is required"],
  ['{"city":"Oslo","days":0}', "Invalid arguments for 'forecast': days must be at least 1"],
  ['{"city":"Oslo","days":"soon"}', "Invalid arguments for 'forecast': days must be a whole number"],
  ['{"city":7}', "Invalid arguments for 'forecast': city must be a string"],
];
