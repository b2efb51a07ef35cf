/** What one run of the official suite shows. Its exit code alone does not: it is 0 as well if no check ran. */

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const CHECK = /^\s*\S+ \[(\S+)\s*\] (SUCCESS|FAILURE|WARNING|SKIPPED)\s*(.*)$/;

/** A check of every message in every scenario, so of the subject of none. */
const GENERAL = 'wire-schema-valid';

/**
 * @param {{ code: number | null, output: string }} run
 * @returns {{ outcome: 'passed' | 'failed' | 'skipped', reason: string, warnings: number }} `reason` says why nothing was checked, in the
 * words of the suite
 */
export function readOutcome({ code, output }) {
  const checks = output
    .replace(ESCAPES, '')
    .split('\n')
    .flatMap((line) => {
      const [, id, status, text] = CHECK.exec(line) ?? [];
      return id === undefined ? [] : [{ id, status, text }];
    });
  const warnings = checks.filter(({ status }) => status === 'WARNING').length;
  const hasFailed = code !== 0 || checks.some(({ status }) => status === 'FAILURE');
  if (hasFailed) return { outcome: 'failed', reason: '', warnings };
  const subject = checks.filter(({ id }) => id !== GENERAL);
  if (subject.some(({ status }) => status !== 'SKIPPED')) return { outcome: 'passed', reason: '', warnings };
  const reasons = new Set(subject.map(({ text }) => text));
  return { outcome: 'skipped', reason: [...reasons].join('; ') || 'no check ran', warnings };
}
