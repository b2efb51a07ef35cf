import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A value as it was sent, with its type on the wire. */
export interface SentValue {
  readonly type: string;
  readonly value: unknown;
}

export type SentAttributes = Readonly<Record<string, SentValue>>;

export interface SentSpan {
  readonly name: string;
  /** 1 for `INTERNAL`, 3 for `CLIENT`. */
  readonly kind: number;
  /** 2 for an error. */
  readonly status: number;
  readonly attributes: SentAttributes;
}

export interface SentMetric {
  readonly name: string;
  readonly unit: string;
  readonly instrument: 'histogram' | 'counter' | 'other';
  readonly boundaries: readonly number[];
  readonly points: readonly SentAttributes[];
}

/** A receiver for OTLP over HTTP on this machine, which reads JSON and protobuf as a collector does. */
export async function startReceiver() {
  const spans: SentSpan[] = [];
  const metrics: SentMetric[] = [];
  const types = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const type = String(request.headers['content-type']);
      types.add(type);
      const isSpans = request.url === '/v1/traces';
      const shape = isSpans ? TRACES : METRICS;
      const sent = (type === 'application/json' ? JSON.parse(body.toString()) : decode(body, shape)) as Node;
      if (isSpans) spans.push(...list(sent, 'resourceSpans', 'scopeSpans', 'spans').map(toSpan));
      else metrics.push(...list(sent, 'resourceMetrics', 'scopeMetrics', 'metrics').map(toMetric));
      response.setHeader('content-type', type).end(type === 'application/json' ? '{}' : '');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // listening on TCP
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, spans, metrics, types, close };
}

type Node = Readonly<Record<string, unknown>>;

/** The nodes at the end of a path of repeated fields. */
function list(node: Node, ...path: readonly string[]): readonly Node[] {
  return path.reduce<readonly Node[]>(
    (nodes, field) => nodes.flatMap((one) => (one[field] ?? []) as Node[]),
    [node],
  );
}

function toSpan(span: Node): SentSpan {
  const { code = 0 } = (span.status ?? {}) as Node;
  return {
    name: String(span.name),
    kind: Number(span.kind),
    status: Number(code),
    attributes: attributesOf(span),
  };
}

function toMetric(metric: Node): SentMetric {
  const { histogram, sum } = metric as Readonly<Record<string, Node | undefined>>;
  const points = list((histogram ?? sum ?? {}) as Node, 'dataPoints');
  return {
    name: String(metric.name),
    unit: String(metric.unit),
    instrument: histogram ? 'histogram' : sum?.isMonotonic ? 'counter' : 'other',
    boundaries: (points[0]?.explicitBounds ?? []) as number[],
    points: points.map(attributesOf),
  };
}

function attributesOf(node: Node): SentAttributes {
  return Object.fromEntries(list(node, 'attributes').map(({ key, value }) => [key, toValue(value as Node)]));
}

function toValue(node: Node): SentValue {
  const [kind = '', value] = Object.entries(node)[0] ?? [];
  const type = kind.replace('Value', '');
  if (type !== 'array') return { type, value: type === 'int' ? Number(value) : value };
  const items = list(value as Node, 'values').map(toValue);
  return { type: `${items[0]?.type}[]`, value: items.map((item) => item.value) };
}

/** A message of OTLP: its fields by number. A list around a shape marks a repeated field. */
interface Shape {
  readonly [field: number]: readonly [name: string, kind: Kind];
}

type Kind = Shape | readonly [Shape] | 'string' | 'varint' | 'double' | 'doubles' | 'any';

// https://github.com/open-telemetry/opentelemetry-proto
const KEY_VALUE: Shape = { 1: ['key', 'string'], 2: ['value', 'any'] };
const ANY: Shape = {
  1: ['stringValue', 'string'],
  2: ['boolValue', 'varint'],
  3: ['intValue', 'varint'],
  4: ['doubleValue', 'double'],
  5: ['arrayValue', { 1: ['values', 'any'] }],
};
const SPAN: Shape = {
  5: ['name', 'string'],
  6: ['kind', 'varint'],
  9: ['attributes', [KEY_VALUE]],
  15: ['status', { 2: ['message', 'string'], 3: ['code', 'varint'] }],
};
const HISTOGRAM_POINT: Shape = { 7: ['explicitBounds', 'doubles'], 9: ['attributes', [KEY_VALUE]] };
const METRIC: Shape = {
  1: ['name', 'string'],
  3: ['unit', 'string'],
  7: ['sum', { 1: ['dataPoints', [{ 7: ['attributes', [KEY_VALUE]] }]], 3: ['isMonotonic', 'varint'] }],
  9: ['histogram', { 1: ['dataPoints', [HISTOGRAM_POINT]] }],
};
const TRACES: Shape = { 1: ['resourceSpans', [{ 2: ['scopeSpans', [{ 2: ['spans', [SPAN]] }]] }]] };
const METRICS: Shape = { 1: ['resourceMetrics', [{ 2: ['scopeMetrics', [{ 2: ['metrics', [METRIC]] }]] }]] };

/** Reads a protobuf message as the JSON of OTLP. Fields that the shape does not list are skipped. */
function decode(bytes: Buffer, shape: Shape): Node {
  const node: Record<string, unknown> = {};
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const [name, kind] = shape[tag >> 3] ?? [];
    const wire = tag & 7;
    const length = wire === 0 ? 0 : wire === 1 ? 8 : wire === 5 ? 4 : Number(varint());
    const number = wire === 0 ? varint() : 0n;
    const data = bytes.subarray(at, at + length);
    at += length;
    if (name === undefined || kind === undefined) continue;
    if (kind === 'string') node[name] = data.toString();
    else if (kind === 'varint') node[name] = name === 'boolValue' ? number === 1n : Number(number);
    else if (kind === 'double') node[name] = data.readDoubleLE();
    else if (kind === 'doubles')
      node[name] = Array.from({ length: length / 8 }, (_, index) => data.readDoubleLE(index * 8));
    else if (kind === 'any')
      node[name] = name === 'values' ? [...many(node[name]), decode(data, ANY)] : decode(data, ANY);
    else if (Array.isArray(kind)) node[name] = [...many(node[name]), decode(data, kind[0])];
    else if (typeof kind === 'object') node[name] = decode(data, kind as Shape);
  }
  return node;
}

function many(value: unknown): readonly unknown[] {
  return (value ?? []) as readonly unknown[];
}
