import {
  type CallShape,
  MANIFEST_VERSION,
  type Manifest,
  type ManifestTool,
  type ObjectSchema,
  type ToolAnnotations,
  type ToolCodecs,
  type ToolContext,
} from '@toolwright/contract';
import { tool } from './decorator/tool.js';

/** An entry of a manifest as codegen writes it. */
export function entry(
  name: string,
  target: () => unknown,
  call: CallShape & { member?: string; static?: true },
  properties: ObjectSchema['properties'],
  more: {
    required?: string[];
    annotations?: ToolAnnotations;
    $defs?: NonNullable<ObjectSchema['$defs']>;
    codecs?: ToolCodecs;
  } = {},
): ManifestTool {
  const { member, static: isStatic, ...shape } = call;
  return {
    spec: {
      name,
      description: `Does ${name}.`,
      parameters: {
        type: 'object',
        properties,
        required: more.required ?? [],
        additionalProperties: false,
        ...(more.$defs && { $defs: more.$defs }),
      },
      annotations: more.annotations ?? {},
      source: { file: 'src/weather.ts', line: 7 },
    },
    target,
    ...(member !== undefined && { member }),
    ...(isStatic && { static: true }),
    call: shape,
    ...(more.codecs && { codecs: more.codecs }),
  };
}

export function manifestOf<Types = unknown>(...tools: ManifestTool[]): Manifest<Types> {
  return { version: MANIFEST_VERSION, tools };
}

/** A class with a tool of every shape. */
export class Weather {
  readonly #unit: string;
  /** The texts that `remind` received. */
  readonly reminders: string[] = [];

  constructor(unit = 'C') {
    this.#unit = unit;
  }

  @tool
  forecast(city: string, days: 1 | 3 | 7 = 1): string {
    return `${city} ${days} ${this.#unit}`;
  }

  @tool
  async later(city: string): Promise<{ city: string; at: Date }> {
    return { city, at: new Date(0) };
  }

  @tool()
  async *watch(count: number): AsyncGenerator<number, string> {
    for (let index = 0; index < count; index += 1) yield index;
    return `watched ${count}`;
  }

  @tool({ readOnly: true })
  *count(upTo: number): Generator<number, number> {
    for (let index = 0; index < upTo; index += 1) yield index;
    return upTo;
  }

  @tool
  search({ query, limit = 10 }: { query: string; limit?: number }): string[] {
    return [query, String(limit)];
  }

  @tool
  sum(label: string, ...numbers: number[]): string {
    return `${label} ${numbers.reduce((a, b) => a + b, 0)}`;
  }

  @tool
  remind(context: ToolContext, text: string): string {
    context.log(`reminding ${context.callId}`);
    context.progress({ text });
    context.state.set(context.toolName, text);
    this.reminders.push(text);
    return context.signal.aborted ? 'aborted' : 'kept';
  }

  @tool
  static version(): string {
    return `1 of ${Weather.name}`;
  }

  get broken(): never {
    throw new Error('a getter was fired');
  }

  plain(): string {
    return 'no tool';
  }
}

/** Calculate tax for a given amount. */
export const calculateTax = tool((amount: number, rate = 0.1): number => amount * rate);

interface WeatherTools {
  forecast: {
    args: { city: Parameters<Weather['forecast']>[0]; days?: Parameters<Weather['forecast']>[1] };
    returns: ReturnType<Weather['forecast']>;
  };
  later: { args: { city: string }; returns: ReturnType<Weather['later']> };
  watch: { args: { count: number }; returns: ReturnType<Weather['watch']> };
  count: { args: { upTo: number }; returns: ReturnType<Weather['count']> };
  search: { args: Parameters<Weather['search']>[0]; returns: ReturnType<Weather['search']> };
  sum: { args: { label: string; numbers?: number[] }; returns: ReturnType<Weather['sum']> };
  remind: { args: { text: string }; returns: ReturnType<Weather['remind']> };
  // biome-ignore lint/complexity/noBannedTypes: what codegen writes for a tool without parameters
  version: { args: {}; returns: ReturnType<typeof Weather.version> };
  calculateTax: { args: { amount: number; rate?: number }; returns: ReturnType<typeof calculateTax> };
}

const string = { type: 'string' } as const;
const number = { type: 'number' } as const;
const weather = (): unknown => Weather;

export const weatherEntries: readonly ManifestTool[] = [
  entry(
    'forecast',
    weather,
    { member: 'forecast', parameters: ['city', 'days'] },
    { city: string, days: { enum: [1, 3, 7], default: 1 } },
    { required: ['city'] },
  ),
  entry(
    'later',
    weather,
    { member: 'later', parameters: ['city'] },
    { city: string },
    { required: ['city'] },
  ),
  entry(
    'watch',
    weather,
    { member: 'watch', parameters: ['count'] },
    { count: number },
    { required: ['count'] },
  ),
  entry(
    'count',
    weather,
    { member: 'count', parameters: ['upTo'] },
    { upTo: number },
    { required: ['upTo'] },
  ),
  entry(
    'search',
    weather,
    { member: 'search', parameters: ['options'], whole: true },
    { query: string, limit: { ...number, default: 10 } },
    { required: ['query'] },
  ),
  entry(
    'sum',
    weather,
    { member: 'sum', parameters: ['label', 'numbers'], rest: true },
    { label: string, numbers: { type: 'array', items: number } },
    { required: ['label'] },
  ),
  entry(
    'remind',
    weather,
    { member: 'remind', parameters: [null, 'text'] },
    { text: string },
    { required: ['text'] },
  ),
  entry('version', weather, { member: 'version', static: true, parameters: [] }, {}),
  entry(
    'calculateTax',
    () => calculateTax,
    { parameters: ['amount', 'rate'] },
    { amount: number, rate: { ...number, default: 0.1 } },
    { required: ['amount'] },
  ),
];

export const weatherManifest = manifestOf<WeatherTools>(...weatherEntries);
