import { isContainer } from '@toolwright/json-schema';

type Accepts = (value: unknown) => boolean;

/** Caches the verdicts on the parts of one value. */
export interface Verdicts {
  /** Wraps a definition's validator so that it checks each object only once, although several branches of a union may lead to it. */
  remember(accepts: Accepts): Accepts;
  /** Wraps the validator of a whole value so that the verdicts are cleared afterwards, because objects may change. */
  forget(accepts: Accepts): Accepts;
}

/** Creates the cache for the validators of one schema. */
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
