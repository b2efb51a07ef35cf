import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';
import type { ErrorReport } from '../errors/error-report.js';
import { formatStack } from '../errors/format-report.js';
import { redactAttributes } from './attributes.js';
import { NAMES } from './names.js';

type Api = typeof import('@opentelemetry/api');

export interface OpenSpan {
  readonly span: Span;
  readonly context: Context;
  readonly startedAt: number;
}

/** Why a span failed. */
export interface Failure {
  /** The value of `error.type`. */
  readonly type: string;
  readonly message: string;
  /** What was thrown; it becomes an event `exception` of the span. */
  readonly report?: ErrorReport | undefined;
}

/** Writes spans without secrets. */
export class SpanWriter {
  readonly #api: Api;
  readonly #tracer: Tracer;
  readonly #redact: (text: string) => string;

  constructor(api: Api, tracer: Tracer, redact: (text: string) => string) {
    this.#api = api;
    this.#tracer = tracer;
    this.#redact = redact;
  }

  open(name: string, kind: keyof Api['SpanKind'], parent: Context, attributes: Attributes): OpenSpan {
    const given = { kind: this.#api.SpanKind[kind], attributes: redactAttributes(attributes, this.#redact) };
    const span = this.#tracer.startSpan(this.#redact(name), given, parent);
    return { span, context: this.#api.trace.setSpan(parent, span), startedAt: performance.now() };
  }

  set({ span }: OpenSpan, attributes: Attributes): void {
    span.setAttributes(redactAttributes(attributes, this.#redact));
  }

  /** Sets content, which has already been redacted: JSON as a whole would no longer be JSON. */
  setContent({ span }: OpenSpan, content: Attributes): void {
    span.setAttributes(content);
  }

  addEvent({ span }: OpenSpan, name: string, attributes: Attributes): void {
    span.addEvent(name, redactAttributes(attributes, this.#redact));
  }

  /** Ends a span and returns its duration in seconds. */
  close(open: OpenSpan, failure: Failure | undefined): number {
    const { span, startedAt } = open;
    if (failure !== undefined) {
      const { type, message, report } = failure;
      if (report !== undefined) this.addEvent(open, 'exception', exceptionAttributes(report));
      span.setAttribute(NAMES.errorType, type);
      span.setStatus({ code: this.#api.SpanStatusCode.ERROR, message: this.#redact(message) });
    }
    span.end();
    return secondsSince(startedAt);
  }
}

function exceptionAttributes(report: ErrorReport): Attributes {
  return {
    [NAMES.exceptionType]: report.name,
    [NAMES.exceptionMessage]: report.message,
    [NAMES.exceptionStack]: formatStack(report),
  };
}

/** Returns the metric attributes of a failure. */
export function failureAttributes(failure: Failure | undefined): Attributes {
  return failure === undefined ? {} : { [NAMES.errorType]: failure.type };
}

export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}
