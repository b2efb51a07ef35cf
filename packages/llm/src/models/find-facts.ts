import type { ModelFacts, ModelTable } from './model-facts.js';

/** Finds the facts about a model; undefined for an unknown name. A fine-tuned model has the facts of its base model. */
export function findFacts<Facts extends ModelFacts>(
  { models, prefix }: ModelTable<Facts>,
  model: string,
): Facts | undefined {
  return findByPrefix(models, prefix ? model.replace(prefix, '') : model);
}

/**
 * Finds the longest key that is a prefix of a model's name. The name must continue with a dash, a colon or an `@`: `gpt-4`
 * matches `gpt-4-0613` but not `gpt-45`. A key that ends with a dot or a dash matches every continuation.
 */
export function findByPrefix<T>(table: Readonly<Record<string, T>>, model: string): T | undefined {
  let found: string | undefined;
  for (const prefix of Object.keys(table)) {
    if (beginsName(model, prefix) && prefix.length > (found?.length ?? 0)) found = prefix;
  }
  return found === undefined ? undefined : table[found];
}

function beginsName(model: string, prefix: string): boolean {
  if (!model.startsWith(prefix)) return false;
  const next = model.charAt(prefix.length);
  return /[.-]$/.test(prefix) || next === '' || '-:@'.includes(next);
}
