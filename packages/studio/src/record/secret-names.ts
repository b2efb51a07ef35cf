import { isRecord } from '@toolwright/contract';

/** The members, at any depth, that a schema marks with `writeOnly` or with the format `password`. */
export function secretNames(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const waiting: unknown[] = [schema];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if (isRecord(one) && isRecord(one.properties)) {
      for (const [name, member] of Object.entries(one.properties)) if (isSecret(member)) names.add(name);
    }
    for (const member of Object.values(one)) waiting.push(member);
  }
  return names;
}

function isSecret(schema: unknown): boolean {
  return isRecord(schema) && (schema.writeOnly === true || schema.format === 'password');
}
