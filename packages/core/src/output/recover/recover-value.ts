import { appendAll, type JsonSchema, type OutputWarning } from '@toolwright/contract';
import { formatPath } from '@toolwright/json';
import { admits, isContainer, resolveRef } from '@toolwright/json-schema';
import { showValue } from '@toolwright/tools/validation';
import type { OutputTarget } from '../output-schema.js';
import { findDefault } from './find-default.js';
import { mergeParts } from './merge-parts.js';
import { recoverArray } from './recover-array.js';
import { recoverObject } from './recover-object.js';
import { recoverType } from './recover-scalar.js';
import { recoverUnion } from './recover-union.js';
import type { Path, Recovery } from './recovery.js';

export interface Recovered {
  readonly value: unknown;
  readonly warnings: readonly OutputWarning[];
}

/**
 * Fits a value to a schema with as few changes as possible, and reports each change. Missing values without a default are never
 * invented. Values that do not fit stay unchanged, so that validation reports them.
 * @param means validates values against parts of the schema, and returns how the answer writes numbers
 */
export function recoverValue(value: unknown, root: JsonSchema, means: Means): Recovered {
  const recovery = new SchemaRecovery(root, means, { left: MAX_STEPS, known: new Map(), fits: new Map() });
  return { value: recovery.recover(value, root, []), warnings: recovery.warnings };
}

type Means = Pick<OutputTarget, 'fits' | 'spell'>;

/** Enough for any real answer. Without a limit, nested unions in hostile data could take forever. */
const MAX_STEPS = 100_000;
/** The same limit as in validation. */
const MAX_DEPTH = 500;

/** State that all attempts of one recovery share, because several union branches may lead to the same parts. */
interface Shared {
  left: number;
  readonly known: Map<JsonSchema, Map<object, Recovered & { readonly place: string }>>;
  readonly fits: Map<JsonSchema, Map<object, boolean>>;
}

class SchemaRecovery implements Recovery {
  readonly root: JsonSchema;
  readonly warnings: OutputWarning[] = [];
  readonly #means: Means;
  readonly #shared: Shared;

  constructor(root: JsonSchema, means: Means, shared: Shared) {
    this.root = root;
    this.#means = means;
    this.#shared = shared;
  }

  recover(value: unknown, schema: JsonSchema, path: Path): unknown {
    const resolved = resolveRef(schema, this.root);
    if (resolved === undefined || path.length > MAX_DEPTH || this.#shared.left-- <= 0) return value;
    if (!isContainer(value)) return this.#recover(value, schema, resolved, path);
    const place = formatPath(path);
    const known = this.#shared.known.get(resolved)?.get(value);
    if (known?.place === place) {
      appendAll(this.warnings, known.warnings);
      return known.value;
    }
    const before = this.warnings.length;
    const recovered = this.#recover(value, schema, resolved, path);
    const attempts = this.#shared.known.get(resolved) ?? new Map();
    this.#shared.known.set(
      resolved,
      attempts.set(value, { place, value: recovered, warnings: this.warnings.slice(before) }),
    );
    return recovered;
  }

  #recover(value: unknown, schema: JsonSchema, resolved: JsonSchema, path: Path): unknown {
    const target = mergeParts(resolved, this.root);
    if (value === null && !admits(target, null, this.root)) return this.#recoverNull(schema, path);
    const branches = target.anyOf ?? target.oneOf;
    if (branches !== undefined) return recoverUnion(value, branches, path, this);
    const typed = admits(target, value, this.root) ? value : recoverType(value, target, path, this);
    if (Array.isArray(typed)) return recoverArray(typed, target, path, this);
    return isContainer(typed) ? recoverObject(typed, target, path, this) : typed;
  }

  fits(value: unknown, schema: JsonSchema): boolean {
    if (!isContainer(value)) return this.#means.fits(value, schema);
    const verdicts = this.#shared.fits.get(schema) ?? new Map<object, boolean>();
    this.#shared.fits.set(schema, verdicts);
    const verdict = verdicts.get(value) ?? this.#means.fits(value, schema);
    verdicts.set(value, verdict);
    return verdict;
  }

  spell(number: number): string | undefined {
    const { spell = String } = this.#means;
    return spell(number);
  }

  warn(path: Path, what: string): void {
    const place = formatPath(path);
    this.warnings.push({ path: place, message: `${place || 'The answer'} ${what}` });
  }

  fork(): Recovery {
    return new SchemaRecovery(this.root, this.#means, this.#shared);
  }

  #recoverNull(schema: JsonSchema, path: Path): unknown {
    const fallback = findDefault(schema, this.root);
    if (fallback === undefined) return null;
    this.warn(path, `was null and was set to its default, ${showValue(fallback)}.`);
    return fallback;
  }
}
