import { ToolwrightError } from '@toolwright/contract';
import { knownSecrets } from './known-secrets.js';
import { SHOWN } from './shown.js';

declare const secretTag: unique symbol;

/** A hidden value: an object that prints as `[secret]` and does not contain its value. Create it with `secret`, read it with `reveal`. */
export interface Secret<out Value> {
  /** Exists only for the compiler: no other type is a `Secret`, and codegen recognizes it by this member. */
  readonly [secretTag]: Value;
}

/**
 * Hides a value. From then on, its strings of 8 characters or more are also masked wherever models, logs, spans, sessions and streams would
 * show them.
 */
export function secret<Value>(value: Value): Secret<Value> {
  const hidden = new HiddenValue();
  knownSecrets().add(hidden, value);
  // The tag exists for the compiler only.
  return hidden as unknown as Secret<Value>;
}

/**
 * Returns the value of a secret. Use it only where it is needed, such as in the header of a request.
 * @throws ToolwrightError `INVALID_CONFIG` for a value that `secret` did not make
 */
export function reveal<Value>(hidden: Secret<Value>): Value {
  const { values } = knownSecrets();
  if (!values.has(hidden)) {
    throw new ToolwrightError('INVALID_CONFIG', 'reveal() needs a secret and got another value.', {
      blame: 'developer',
      hint: 'Pass what `secret(value)` returned. A copy that went through JSON has no value.',
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
