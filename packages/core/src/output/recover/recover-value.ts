import type { JsonSchema, OutputWarning } from '@toolwright/contract';
import { formatPath, resolveRef } from '@toolwright/schema';
import { admits, isContainer, showValue } from '@toolwright/tools/validation';
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
 * Changes a value that a schema refuses as little as it takes to fit, and reports each change. What is missing and has no
 * default is never made up; what cannot be fitted stays, and validation says why.
 * @param means whether a part of the schema accepts a value, and how the answer writes its numbers
 */
export function recoverValue(value: unknown, root: JsonSchema, means: Means): Recovered {
  const recovery = new SchemaRecovery(root, means, { left: MAX_STEPS });
  return { value: recovery.recover(value, root, []), warnings: recovery.warnings };
}

type Means = Pick<OutputTarget, 'fits' | 'spell'>;

/** Enough for any answer; unions of unions of hostile data could take forever. */
const MAX_STEPS = 100_000;
/** As deep as values may be that are validated. */
const MAX_DEPTH = 500;

class SchemaRecovery implements Recovery {
  readonly root: JsonSchema;
  readonly warnings: OutputWarning[] = [];
  readonly #means: Means;
  readonly #steps: { left: number };

  constructor(root: JsonSchema, means: Means, steps: { left: number }) {
    this.root = root;
    this.#means = means;
    this.#steps = steps;
  }

  recover(value: unknown, schema: JsonSchema, path: Path): unknown {
    const resolved = resolveRef(schema, this.root);
    if (resolved === undefined || path.length > MAX_DEPTH || this.#steps.left-- <= 0) return value;
    const target = mergeParts(resolved, this.root);
    if (value === null && !admits(target, null, this.root)) return this.#recoverNull(schema, path);
    const branches = target.anyOf ?? target.oneOf;
    if (branches !== undefined) return recoverUnion(value, branches, path, this);
    const typed = admits(target, value, this.root) ? value : recoverType(value, target, path, this);
    if (Array.isArray(typed)) return recoverArray(typed, target, path, this);
    return isContainer(typed) ? recoverObject(typed, target, path, this) : typed;
  }

  fits(value: unknown, schema: JsonSchema): boolean {
    return this.#means.fits(value, schema);
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
    return new SchemaRecovery(this.root, this.#means, this.#steps);
  }

  #recoverNull(schema: JsonSchema, path: Path): unknown {
    const fallback = findDefault(schema, this.root);
    if (fallback === undefined) return null;
    this.warn(path, `was null and became its default, ${showValue(fallback)}.`);
    return fallback;
  }
}
