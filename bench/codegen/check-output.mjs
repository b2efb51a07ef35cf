/**
 * What a run left out, as a sentence; undefined when its output names every method. Keeps a program that does less
 * than its task from looking fast.
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
  // Names stand in quotes in all outputs; outside of quotes they could be mere copies of the source.
  const quoted = new Set(Array.from(text.matchAll(/(["'])([A-Za-z_$][\w$]*)\1/g), ([, , name]) => name));
  const named = contestant.named ?? ((method) => method.name);
  const missing = methods.map(named).filter((name) => !quoted.has(name));
  if (missing.length === 0) return undefined;
  return `the output lacks ${missing.length} of ${methods.length} methods, e.g. ${missing[0]}`;
}
