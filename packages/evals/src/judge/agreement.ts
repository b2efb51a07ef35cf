/** How two lists of judgements agree. */
export interface Agreement {
  /** The share of equal judgements. */
  readonly agreement: number;
  /** Cohen's kappa; 0 if one side always says the same, because then it cannot be told from chance. */
  readonly kappa: number;
}

/**
 * Compares the judgements of a judge with labels.
 * @see https://en.wikipedia.org/wiki/Cohen%27s_kappa
 */
export function agreementOf(pairs: readonly (readonly [judge: boolean, label: boolean])[]): Agreement {
  if (pairs.length === 0) return { agreement: 0, kappa: 0 };
  const share = (accepts: (pair: readonly [boolean, boolean]) => boolean) =>
    pairs.filter(accepts).length / pairs.length;
  const agreement = share(([judge, label]) => judge === label);
  const [judgeYes, labelYes] = [share(([judge]) => judge), share(([, label]) => label)];
  const chance = judgeYes * labelYes + (1 - judgeYes) * (1 - labelYes);
  return { agreement, kappa: chance === 1 ? 0 : (agreement - chance) / (1 - chance) };
}
