import { isContainer } from '@toolwright/json-schema';

type Accepts = (value: unknown) => boolean;

/** Remembers the verdicts on the parts of one value. */
export interface Verdicts {
  /** Makes the validator of a definition check each object once: several branches of a union may lead to it. */
  remember(accepts: Accepts): Accepts;
  /** Makes the validator of a whole value forget the verdicts afterwards: objects may change. */
  forget(accepts: Accepts): Accepts;
}

/** Remembers, for one value, which definitions accept it. */
export function createVerdicts(): Verdicts {
  const definitions: Map<object, boolean>[] = [];
  return {
    remember(accepts) {
      const verdicts = new Map<object, boolean>();
      definitions.push(verdicts);
      return (value) => {
        if (!isContainer(value)) return accepts(value);
        const known = verdicts.get(value);
        if (known !== undefined) return known;
        const verdict = accepts(value);
        verdicts.set(value, verdict);
        return verdict;
      };
    },
    forget: (accepts) => (value) => {
      try {
        return accepts(value);
      } finally {
        for (const verdicts of definitions) verdicts.clear();
      }
    },
  };
}
