/**
 * A sentence about what a run left out; undefined if its output names every method. Without this check, a program that skips work would
 * look fast.
 * @param {Pick<import('./contestant.mjs').Contestant, 'output' | 'named' | 'mark'>} contestant
 * @param {string} folder
 * @param {number} round
 * @param {{ name: string }[]} methods
 */
export function missingFrom(contestant, folder, round, methods) {
  if (!contestant.output) return undefined;
  const text = contestant.output(folder, round);
  const mark = contestant.mark?.(round);
  if (mark !== undefined && !text.includes(mark)) return `the output is stale: it lacks "${mark}"`;
  // All outputs have names in quotes. A name without quotes could be a copy of the source.
  const quoted = new Set(Array.from(text.matchAll(/(["'])([A-Za-z_$][\w$]*)\1/g), ([, , name]) => name));
  const named = contestant.named ?? ((method) => method.name);
  const missing = methods.map(named).filter((name) => !quoted.has(name));
  if (missing.length === 0) return undefined;
  return `the output lacks ${missing.length} of ${methods.length} methods, e.g. ${missing[0]}`;
}
