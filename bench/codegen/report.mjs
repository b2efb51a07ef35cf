import { ratio } from '../report/statistics.mjs';
import { figure, table } from '../report/table.mjs';
import { targetTable } from '../report/targets.mjs';
import { BASELINE } from './peers.mjs';
import { codegenTargets } from './targets.mjs';

/**
 * The whole report in Markdown: a table per project, the targets, and the commands.
 * @param {import('./targets.mjs').Result[]} results
 * @param {import('./contestant.mjs').Contestant[]} contestants
 * @param {{ runs: number, notes: string[], versions: Record<string, string> }} about
 */
export function codegenReport(results, contestants, { runs, notes, versions }) {
  // An alias is listed as the package that it stands for.
  const peerVersions = Object.entries(versions).map(([name, version]) =>
    version.startsWith('npm:') ? version.slice('npm:'.length).replace('@', ' ') : `${name} ${version}`,
  );
  return [
    `Whole processes, medians of up to ${runs} interleaved ${runs === 1 ? 'run' : 'runs'}; × is the ratio to tsc 6.0 \`--noEmit\` of the same project.`,
    `Peers: ${[...new Set(peerVersions)].join(', ')}.`,
    ...results.flatMap(({ title, about, rows, rounds }) => [
      `### ${title}`,
      [...(about ? [about] : []), `${rounds} ${rounds === 1 ? 'run' : 'runs'} of each.`].join(' '),
      sizeTable(rows),
    ]),
    ...notes,
    '### Targets',
    targetTable(codegenTargets(results)),
    '### Commands',
    contestants.map(({ title, usage }) => `- ${title}: ${usage}`).join('\n'),
  ].join('\n\n');
}

function sizeTable(rows) {
  const base = rows.find((row) => row.id === BASELINE)?.usage;
  return table(
    ['program', 'wall s', '×', 'CPU s', '×', 'peak MiB', '×', 'note'],
    rows.map(({ title, usage, failure }) => [
      title,
      figure(ratio(usage?.wallMs, 1000)),
      figure(ratio(usage?.wallMs, base?.wallMs)),
      figure(ratio(usage?.cpuMs, 1000)),
      figure(ratio(usage?.cpuMs, base?.cpuMs)),
      figure(usage?.peakMb, 0),
      figure(ratio(usage?.peakMb, base?.peakMb)),
      failure === undefined ? '' : `failed: ${failure.replaceAll('|', '\\|')}`,
    ]),
  );
}
