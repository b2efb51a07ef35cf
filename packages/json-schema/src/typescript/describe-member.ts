import { type CodecPlan, isRecord } from '@toolwright/contract';
import { REAL_TYPES } from './real-types.js';

/** Returns the description of a member and what its type does not say. */
export function describeMember(schema: unknown, plan: CodecPlan | undefined): string {
  if (!isRecord(schema)) return '';
  const description = typeof schema.description === 'string' ? schema.description : '';
  // How the text of a date is written does not matter where it is a `Date`.
  const unsaid =
    plan !== undefined && REAL_TYPES.has(plan.kind) ? FACTS.filter((name) => !TEXTS.has(name)) : FACTS;
  const facts = unsaid
    .filter((name) => schema[name] !== undefined && !isSaid(name, schema, description))
    .map((name) => `${name} ${factText(schema[name])}`);
  const text = facts.length > 0 ? `(${facts.join(', ')})` : '';
  return [description, text].filter(Boolean).join(' ');
}

const FACTS = [
  'default',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

const TEXTS: ReadonlySet<string> = new Set(['format', 'pattern', 'minLength', 'maxLength']);

function factText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'unknown';
  } catch {
    // Values that are no JSON, or that are nested too deep to be written.
    return 'unknown';
  }
}

/** Whether a description says the default value after the word "default". */
function isSaid(
  fact: (typeof FACTS)[number],
  { default: value }: Readonly<Record<string, unknown>>,
  description: string,
): boolean {
  if (fact !== 'default' || (typeof value === 'object' && value !== null)) return false;
  const at = description.search(/default/i);
  const text = String(value).toLowerCase();
  if (at < 0 || !/^[\w.-]+$/.test(text)) return false;
  const words = description
    .slice(at)
    .toLowerCase()
    .split(/[^\w.-]+/);
  return words.some((word) => word.replace(/\.$/, '') === text);
}
