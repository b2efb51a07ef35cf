import type { CodecPlan, ToolwrightError } from '@toolwright/contract';
import { compileCodec } from './compile-codec.js';

class Email {
  readonly #text: string;

  protected constructor(text: string) {
    this.#text = text;
  }

  static fromJSON(text: string): Email {
    if (!text.includes('@')) throw new Error(`${text} has no @`);
    return new Email(text);
  }

  toJSON(): string {
    return this.#text;
  }
}

class WorkEmail extends Email {
  readonly company = 'ACME';

  static override fromJSON(text: string): WorkEmail {
    return new WorkEmail(text);
  }
}

/** It has the members of its JSON, except that the moment is a text in JSON. */
class Visit {
  constructor(
    readonly at: Date,
    readonly city: string,
  ) {}

  static fromJSON({ at, city }: Visit): Visit {
    return new Visit(at, city);
  }

  toJSON(): object {
    return { at: this.at, city: this.city };
  }
}

const email: CodecPlan = { kind: 'class', name: 'Email' };
const visit: CodecPlan = {
  kind: 'class',
  name: 'Visit',
  json: { kind: 'object', properties: { at: { kind: 'date' } } },
};
const classes = { Email: () => Email, WorkEmail: () => WorkEmail, Visit: () => Visit };
const codecOf = (plan: CodecPlan) => compileCodec(plan, {}, { classes });

describe('an instance of a class', () => {
  it('is written as the value of toJSON, with its own codecs inside', () => {
    const { decode, encode } = codecOf({ kind: 'map', form: 'object', values: visit });
    const json = { first: { at: '2026-01-31T00:00:00.000Z', city: 'Oslo' } };
    const map = new Map([['first', new Visit(new Date('2026-01-31'), 'Oslo')]]);
    expect(decode(json)).toEqual(map);
    expect(encode(map)).toEqual(json);
  });

  it("is refused with the message and the place of fromJSON's error", () => {
    const { decode } = codecOf({ kind: 'object', properties: { to: { kind: 'array', items: email } } });
    expect(() => decode({ to: ['a@b', 'a', 'b'] })).toThrow(
      'to[1] must be a valid Email (a has no @); got "a".\nto[2] must be a valid Email (b has no @); got "b".',
    );
  });

  // Manifests number classes of one name.
  it('has the name of its class in refusals, without the number in the plan', () => {
    const { decode, encode } = compileCodec(
      { kind: 'class', name: 'Email2' },
      {},
      { classes: { Email2: () => Email } },
    );
    expect(() => decode('a')).toThrow('The value must be a valid Email (a has no @); got "a".');
    expect(() => encode('a')).toThrow('result must be an Email; got "a".');
    const minified = compileCodec({ kind: 'class', name: 'Mail2' }, {}, { classes: { Mail2: () => Email } });
    expect(() => minified.decode('a')).toThrow('The value must be a valid Mail2 (a has no @); got "a".');
  });

  it('does not repeat a secret that fromJSON names', () => {
    const { decode } = codecOf({ kind: 'object', properties: { password: email } });
    expect(() => decode({ password: 'hunter2' })).toThrow('password must be a valid Email; got a string.');
  });

  it('is not created from invalid JSON', () => {
    const { decode } = codecOf({ kind: 'array', items: visit });
    const bad = Array.from({ length: 25 }, () => ({ at: 'now', city: 'Oslo' }));
    expect(() => decode(bad)).toThrow('[19].at must be a date and time');
  });

  it('must be what fromJSON returns', () => {
    // biome-ignore lint/complexity/noStaticOnlyClass: the static method is all that matters
    const later = class Later {
      static fromJSON(): Promise<Later> {
        return Promise.resolve(new Later());
      }
    };
    const { decode } = compileCodec(
      { kind: 'class', name: 'Later' },
      {},
      { classes: { Later: () => later } },
    );
    expect(() => decode(1)).toThrow('The value must be a Later; got a Promise from Later.fromJSON.');
  });

  it.each([undefined, null])('is refused by its own name if fromJSON returns %s', (made) => {
    // biome-ignore lint/complexity/noStaticOnlyClass: the static method is all that matters
    const nothing = class Nothing {
      static fromJSON(): unknown {
        return made;
      }
    };
    const { decode } = compileCodec(
      { kind: 'class', name: 'Nothing' },
      {},
      { classes: { Nothing: () => nothing } },
    );
    expect(() => decode(1)).toThrow(`The value must be a Nothing; got ${made} from Nothing.fromJSON.`);
  });

  // B7
  it.each(['fromJSON', 'toJSON'])(
    'is refused once if %s returns a promise that rejects later',
    async (method) => {
      const unhandled: unknown[] = [];
      const note = (reason: unknown) => unhandled.push(reason);
      process.on('unhandledRejection', note);
      class Later {
        static fromJSON(): unknown {
          return Promise.reject(new Error('gone'));
        }
        toJSON(): unknown {
          return Promise.reject(new Error('gone'));
        }
      }
      const plan: CodecPlan = { kind: 'class', name: 'Later' };
      const { decode, encode } = compileCodec(plan, {}, { classes: { Later: () => Later } });
      const run = () => (method === 'fromJSON' ? decode(1) : encode(new Later()));
      expect(run).toThrow(/must be a Later; got a promise from/i);
      await new Promise((resolve) => setImmediate(resolve));
      process.off('unhandledRejection', note);
      expect(unhandled).toEqual([]);
    },
  );

  // B7
  it('does not change the arguments if fromJSON changes what it gets', () => {
    class Basket {
      static fromJSON(json: { items: string[] }): Basket {
        json.items.length = 0;
        return new Basket();
      }
      toJSON(): { items: string[] } {
        return { items: [] };
      }
    }
    const { decode } = compileCodec(
      { kind: 'class', name: 'Basket' },
      {},
      { classes: { Basket: () => Basket } },
    );
    const json = { items: ['tea'] };
    decode(json);
    expect(json).toEqual({ items: ['tea'] });
  });

  it('is not replaced by a plain object, even one with its members', () => {
    expect(() => codecOf(visit).encode({ at: new Date(0), city: 'Oslo' })).toThrow(
      'result must be a Visit; got an object.',
    );
  });

  it('is refused as a result if its toJSON throws', () => {
    const visits = new Visit(new Date(0), 'Oslo');
    const broken = Object.assign(visits, {
      toJSON: () => {
        throw new Error('No city');
      },
    });
    expect(() => codecOf(visit).encode(broken)).toThrow(
      'result must be a Visit whose toJSON does not throw (No city); got an object.',
    );
  });

  it('is written even if its class is unknown and only toJSON is known', () => {
    const { encode } = codecOf({ kind: 'class', json: { kind: 'bigint' } });
    expect(encode({ toJSON: () => 5n })).toBe('5');
    expect(() => encode(5n)).toThrow('result must be an object with the method toJSON; got a bigint.');
  });
});

describe('a class in a union', () => {
  const union: CodecPlan = {
    kind: 'union',
    branches: [
      { shape: { types: ['object'], properties: { at: { types: ['string'] } } } },
      { shape: { types: ['string'], class: 'Email' }, plan: email },
      { shape: { types: ['number'], class: 'Visit' }, plan: visit },
    ],
  };

  it('is tried before an object with the same members, and a subclass before its base class', () => {
    const { encode } = codecOf(union);
    const day = new Visit(new Date(0), 'Oslo');
    expect(encode(day)).toEqual({ at: '1970-01-01T00:00:00.000Z', city: 'Oslo' });
    expect(encode({ at: 'noon' })).toEqual({ at: 'noon' });
    const other = codecOf({
      kind: 'union',
      branches: [
        { shape: { types: ['string'], class: 'Email' }, plan: { ...email, json: { kind: 'bigint' } } },
        { shape: { types: ['array'], class: 'WorkEmail' }, plan: { kind: 'class', name: 'WorkEmail' } },
      ],
    });
    expect(other.encode(WorkEmail.fromJSON('a@b'))).toBe('a@b');
  });

  it('also matches instances of subclasses that the union does not name', () => {
    class Trip extends Visit {}
    const { encode } = codecOf(union);
    expect(encode(new Trip(new Date(0), 'Rome'))).toEqual({ at: '1970-01-01T00:00:00.000Z', city: 'Rome' });
  });
});

describe('the classes of a manifest', () => {
  it('are resolved when a value is decoded or encoded: their modules may still be loading before', () => {
    let resolved = 0;
    const resolve = () => {
      resolved += 1;
      return Email;
    };
    const { decode } = compileCodec(email, {}, { classes: { Email: resolve } });
    expect(resolved).toBe(0);
    decode('a@b');
    decode('a@b');
    expect(resolved).toBe(1);
  });

  it('must be defined, and must still have fromJSON', () => {
    expect(() => compileCodec(email)).toThrow("name the class 'Email' but do not define it");
    const { decode } = compileCodec(email, {}, { classes: { Email: () => class {} } });
    expect(() => decode('a@b')).toThrow(
      expect.objectContaining<Partial<ToolwrightError>>({
        code: 'STALE_MANIFEST',
        message: expect.stringContaining('Email is not a class with the static method fromJSON'),
      }),
    );
  });
});
