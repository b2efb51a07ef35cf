import type { JsonSchema } from '@toolwright/contract';

/** A schema while it is being made, member by member: there are many, and spreading what may be absent costs several times as much. */
export type SchemaDraft = { -readonly [Key in keyof JsonSchema]: JsonSchema[Key] };

/** Sets a member of a record, also one called `__proto__`, which else would set the prototype. */
export function setMember<T>(record: Record<string, T>, name: string, value: T): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}
