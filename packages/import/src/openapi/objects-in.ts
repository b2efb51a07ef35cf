import { escapeSegment } from '@toolwright/json';

interface Step {
  readonly segment: string;
  readonly before: Step | undefined;
}

/** Yields all objects and arrays in a document with their places, without recursion, each once. */
export function* objectsIn(
  document: unknown,
): Generator<readonly [value: Record<string, unknown>, pointer: () => string]> {
  const seen = new Set<object>();
  const open: [value: unknown, step: Step | undefined][] = [[document, undefined]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, step] = next;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    // An array is an object whose members have numbers as names.
    yield [value as Record<string, unknown>, () => pointerTo(step)];
    for (const [segment, child] of Object.entries(value)) open.push([child, { segment, before: step }]);
  }
}

function pointerTo(step: Step | undefined): string {
  const segments: string[] = [];
  for (let at = step; at !== undefined; at = at.before)
    segments.push(escapeSegment(at.segment).replaceAll('%', '%25'));
  return ['#', ...segments.reverse()].join('/');
}
