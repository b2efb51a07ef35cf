import type { Attributes, Context } from '@opentelemetry/api';
import { type ModelId, USAGE_ENTRIES, type Usage } from '@toolwright/contract';
import { type Asked, answeredAttributes, modelAttributes, NO_REPLY, usageAttributes } from './attributes.js';
import type { Instruments } from './instruments.js';
import { NAMES } from './names.js';
import {
  type Failure,
  failureAttributes,
  type OpenSpan,
  type SpanWriter,
  secondsSince,
} from './span-writer.js';

/** The providers' responses do not tell the modality of all their tokens. */
const MODALITY: Attributes = { [NAMES.modality]: 'unknown' };

/** The span and the measurements of one request to the model. */
export class RequestTelemetry {
  readonly open: OpenSpan;
  readonly #spans: SpanWriter;
  readonly #instruments: Instruments;
  #labels: Attributes;
  #usage: Usage | undefined;
  /** The time of the last chunk of the reply. */
  #chunkAt: number | undefined;

  constructor(
    spans: SpanWriter,
    instruments: Instruments,
    { asked, parent, attributes }: { asked: Asked; parent: Context; attributes: Attributes },
  ) {
    this.#spans = spans;
    this.#instruments = instruments;
    this.#labels = { [NAMES.operation]: 'chat', ...modelAttributes(asked) };
    const name = asked.model === undefined ? 'chat' : `chat ${asked.model}`;
    this.open = spans.open(name, 'CLIENT', parent, { ...this.#labels, ...attributes });
  }

  set(attributes: Attributes): void {
    this.#spans.set(this.open, attributes);
  }

  noteChunk(): void {
    const now = performance.now();
    if (this.#chunkAt === undefined) {
      const seconds = secondsSince(this.open.startedAt);
      this.set({ [NAMES.stream]: true, [NAMES.timeToFirstChunk]: seconds });
      this.#instruments.firstChunks.record(seconds, this.#labels);
    } else this.#instruments.nextChunks.record((now - this.#chunkAt) / 1_000, this.#labels);
    this.#chunkAt = now;
  }

  noteUsage(usage: Usage, answeredBy: ModelId | undefined): void {
    const answered = answeredBy === undefined ? {} : answeredAttributes(answeredBy);
    this.set({ ...usageAttributes(usage), ...answered });
    this.#labels = { ...this.#labels, ...answered };
    this.#usage = usage;
  }

  end(failure?: Failure): void {
    if (failure !== undefined) this.set(NO_REPLY);
    const seconds = this.#spans.close(this.open, failure);
    const labels = { ...this.#labels, ...failureAttributes(failure) };
    // The conventions also count requests without a reply, as requests that used nothing.
    const usage = this.#usage ?? { inputTokens: 0, outputTokens: 0 };
    const { requests, inputTokens, outputTokens, totals } = this.#instruments;
    requests.record(seconds, labels);
    inputTokens.record(usage.inputTokens, labels);
    outputTokens.record(usage.outputTokens, labels);
    for (const [field] of USAGE_ENTRIES)
      if (usage[field] !== undefined) totals[field]?.add(usage[field], { ...this.#labels, ...MODALITY });
  }
}
