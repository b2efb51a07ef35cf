import { ToolwrightError } from '@toolwright/contract';
import { knownSecrets } from './known-secrets.js';
import { SHOWN } from './shown.js';

declare const secretTag: unique symbol;

/** A hidden value: an object that prints as `[secret]` and does not contain its value. Create it with `secret`, read it with `reveal`. */
export interface Secret<out Value> {
  /** Exists only at compile time, so that no other type is assignable to `Secret`. Codegen recognizes the type by this member. */
  readonly [secretTag]: Value;
}

/**
 * Hides a value. From then on, its strings of at least 8 characters are also masked wherever models, logs, spans, sessions and streams
 * would show them.
 */
export function secret<Value>(value: Value): Secret<Value> {
  const hidden = new HiddenValue();
  knownSecrets().add(hidden, value);
  // The tag exists only at compile time.
  return hidden as unknown as Secret<Value>;
}

/**
 * Returns the value of a secret. Call it only where the value is needed, such as in a request header.
 * @throws ToolwrightError `INVALID_CONFIG` for a value that `secret` did not create
 */
export function reveal<Value>(hidden: Secret<Value>): Value {
  const { values } = knownSecrets();
  if (!values.has(hidden)) {
    throw new ToolwrightError('INVALID_CONFIG', 'reveal() expects a secret, but received another value.', {
      blame: 'developer',
      hint: 'Pass the object that `secret(value)` returned. A copy made through JSON does not contain the value.',
    });
  }
  // `secret` stored a value of this type for the object.
  return values.get(hidden) as Value;
}

/** An object that always prints as `[secret]`. */
class HiddenValue {
  constructor() {
    Object.freeze(this);
  }

  toString(): string {
    return SHOWN;
  }

  toLocaleString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [Symbol.toPrimitive](): string {
    return SHOWN;
  }

  /** Used by `console.log` in Node.js. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return SHOWN;
  }
}
