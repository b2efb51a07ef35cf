import type { ts } from 'ts-morph';
import type { Analysis } from '../walk/analysis.js';
import type { Search, Values } from './search.js';
import { ANY_MEMBER, indexWrites, type Write } from './written-values.js';

/** What is written to variables and members after they were made. */
export interface SettledWrites {
  /** By member; undefined stands for the declared thing itself. */
  readonly of: ReturnType<typeof indexWrites>;
  /** What is written to a member of a holder. */
  to(holder: ts.Declaration | undefined, name: string): readonly Write[];
  /** What is written to the member itself, by whatever name the object has. */
  direct(symbol: ts.Symbol | undefined): readonly Write[];
  /** The same, without those that are far from where a name is used, if there are very many. */
  near(name: ts.Identifier): readonly Write[];
  valuesOf(write: Write, search: Search): Values;
  /** What something holds after all writes: it may be any of them, so that each has to show a secret. */
  settle(initial: Values, writes: readonly Write[], search: Search): Values;
}

/** How many writes before a use of a name are looked at, and as many after it. Each use looks at all of them. */
const MAX_NEAR = 50;

/** @param pick takes a member out of a value by its name */
export function settleWrites(
  { compiler, symbolOf }: Analysis,
  files: readonly ts.SourceFile[],
  pick: (holder: ts.Expression, name: string, search: Search) => Values,
): SettledWrites {
  const writesOf = indexWrites(files, compiler, symbolOf);
  const known = new Map<ts.Symbol, readonly Write[]>();
  const direct = (symbol: ts.Symbol | undefined): readonly Write[] => {
    if (symbol === undefined) return [];
    const found =
      known.get(symbol) ??
      (symbol.declarations ?? [])
        .flatMap((one) => writesOf(one).get(undefined) ?? [])
        .sort((a, b) => a.target.pos - b.target.pos);
    known.set(symbol, found);
    return found;
  };
  const valuesOf = ({ value }: Write, search: Search): Values =>
    (value?.path ?? []).reduce<Values>(
      (held, name) => held.flatMap((one) => pick(one, name, search)),
      value === undefined ? [] : [value.from],
    );
  return {
    of: writesOf,
    to: (holder, name) =>
      holder === undefined ? [] : [name, ANY_MEMBER].flatMap((member) => writesOf(holder).get(member) ?? []),
    direct,
    near: (name) => {
      const writes = direct(symbolOf(name));
      if (writes.length <= MAX_NEAR) return writes;
      const at = firstFrom(writes, name.end);
      return writes.slice(Math.max(0, at - MAX_NEAR), at + MAX_NEAR);
    },
    valuesOf,
    settle: (initial, writes, search) => {
      if (writes.length === 0) return initial;
      const all = [...initial];
      for (const write of writes) {
        const values = valuesOf(write, search);
        if (!write.keeps && !values.some((one) => search.shows(one))) return [];
        all.push(...values);
      }
      return all;
    },
  };
}

/** The index of the first write at a position or after it. */
function firstFrom(writes: readonly Write[], position: number): number {
  let [low, high] = [0, writes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((writes[middle]?.target.pos ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
