import { figure, table } from '../report/table.mjs';

const WORST = 10;

/** One line for one package, printed as soon as it is read. */
export function progressOf({ name, failure, ...outcome }) {
  if (failure !== undefined) return `${name}: ${failure}`;
  const { types, lowered, refused, lost, errors, seconds, fullSeconds } = outcome;
  const counts = `${lowered.length} of ${types} lowered, ${refused.length} refused`;
  return `${name}: ${counts}, ${lost.length + errors.length} failed, ${figure(seconds + fullSeconds, 1)} s`;
}

/** The totals, and the packages that took the longest. */
export function typesReport(rows, limit) {
  const read = rows.filter(({ failure }) => failure === undefined);
  const sum = (of) => read.reduce((total, row) => total + of(row), 0);
  const slow = read.filter((row) => timeOf(row) > limit);
  const totals = [
    ['packages', rows.length],
    ['exported types', sum(({ types }) => types)],
    ['lowered', sum(({ lowered }) => lowered.length)],
    ['refused with a coded diagnostic', sum(({ refused }) => refused.length)],
    ['neither lowered nor refused', sum(({ lost, errors }) => lost.length + errors.length)],
    ['packages that crashed', rows.length - read.length],
    [`packages that took longer than ${limit} s`, slow.length],
  ];
  const worst = [...read].sort((a, b) => timeOf(b) - timeOf(a)).slice(0, WORST);
  return [
    'Codegen of a project with one tool for each exported type of a package, at the versions in `bench/types/packages.mjs`.',
    table(
      ['what', 'number'],
      totals.map(([what, number]) => [what, String(number)]),
    ),
    'The packages that took the longest, in CPU seconds: all types, then a sample of 20 with validators and all providers.',
    table(
      ['package', 'types', 'lowered', 'refused', 'all types', 'sample'],
      worst.map(({ name, types, lowered, refused, seconds, fullSeconds }) => [
        name,
        String(types),
        String(lowered.length),
        String(refused.length),
        figure(seconds, 1),
        figure(fullSeconds, 1),
      ]),
    ),
  ].join('\n\n');
}

function timeOf({ seconds, fullSeconds }) {
  return seconds + fullSeconds;
}
