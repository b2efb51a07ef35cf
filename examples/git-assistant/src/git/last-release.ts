import type { Git } from './git.js';

/** A tag that names a release, such as `v1.2.0` or `ui@2.0.0`. */
export interface Release {
  readonly tag: string;
  /** What stands before the version, without a `v`. The releases of one package share it. */
  readonly series: string;
  readonly version: readonly number[];
}

export interface ReleaseSearch {
  /** The commit that the new release ends with. Its own tags, and those of commits after it, are not earlier releases. */
  readonly end: string;
  /** Names that tags of the package may begin with, most specific first. Empty for the package in the top folder. */
  readonly names: readonly string[];
  /** Only tags that match this pattern of git, such as `ui-v*`. */
  readonly pattern?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FoundRelease {
  /** The latest stable release of the series; undefined if it has none. */
  readonly tag?: string;
  /** Series among which the search could not decide. */
  readonly unclear?: readonly string[];
  /** Whether the repository has tags at all; with a pattern, whether it has any that fit. */
  readonly hasTags: boolean;
}

const MAX_TAGS_BYTES = 20_000_000;
const MAX_EQUAL = 50;

/** The latest stable release of a package, in the order of versions. It may be on another branch. */
export async function findLastRelease(git: Git, search: ReleaseSearch): Promise<FoundRelease> {
  const { end, names, pattern, signal } = search;
  const list = async (...options: string[]): Promise<string[]> => {
    const refs = `refs/tags/${pattern ?? ''}`;
    const format = ['--sort=-creatordate', '--format=%(refname:strip=2)'];
    const { stdout } = await git.read(['for-each-ref', ...format, ...options, refs], {
      maxBytes: MAX_TAGS_BYTES,
      literalPaths: false,
      signal,
    });
    return stdout.split('\n').filter(Boolean);
  };
  const tags = await list();
  const later = new Set(await list(`--contains=${end}`));
  const releases = tags.filter((tag) => !later.has(tag)).flatMap((tag) => parseRelease(tag) ?? []);
  const bySeries = new Map<string, Release[]>();
  for (const release of releases)
    (bySeries.get(release.series) ?? bySeries.set(release.series, []).get(release.series))?.push(release);
  const hasTags = tags.length > 0;
  const series = pattern === undefined ? chooseSeries([...bySeries.keys()], names) : [...bySeries.keys()];
  if (series.length > 1) return { unclear: series.map((one) => one || 'v'), hasTags };
  const [found = []] = series.map((one) => bySeries.get(one) ?? []);
  const [latest, ...others] = found.toSorted((a, b) => compareVersions(b, a));
  if (latest === undefined) return { hasTags };
  const equal = others.filter((one) => compareVersions(one, latest) === 0).slice(0, MAX_EQUAL);
  let [tag, fewest] = [latest.tag, Number.POSITIVE_INFINITY];
  // Builds of one version: the one that the fewest commits follow; of those, the newest one.
  for (const one of equal.length > 0 ? [latest, ...equal] : []) {
    const range = [end, `^refs/tags/${one.tag}`];
    const { stdout } = await git.read(['rev-list', '--count', ...range], { accept: [0, 128], signal });
    if (stdout !== '' && Number(stdout) < fewest) [tag, fewest] = [one.tag, Number(stdout)];
  }
  return { tag, hasTags };
}

/** Undefined for a name without a version, and for a pre-release. */
export function parseRelease(tag: string): Release | undefined {
  const plus = tag.lastIndexOf('+');
  const whole = /\d/.test(tag.charAt(plus - 1)) ? tag.slice(0, plus) : tag;
  // In Python, `1.0.post2` follows 1.0 and precedes 1.0.1.
  const [post = '', number] = /[.-]?post\.?(\d{1,9})$/i.exec(whole) ?? [];
  const stem = whole
    .slice(0, whole.length - post.length)
    .replace(/[.-](?:final|release|ga)$/i, '')
    .replace(DATE, (date) => date.replaceAll('-', '.'));
  let start = stem.length;
  while (/[\d.]/.test(stem.charAt(start - 1))) start -= 1;
  const version = stem.slice(start);
  const before = stem.slice(0, start);
  if (!/^\d+(?:\.\d+)*$/.test(version) || PRE_RELEASE.test(before)) return undefined;
  const after = number === undefined ? [] : [1 - 1 / (Number(number) + 2)];
  return { tag, series: before.replace(/v$/i, ''), version: [...version.split('.').map(Number), ...after] };
}

const DATE = /(?<!\d)\d{4}(?:-\d\d){1,2}(?:[-.]\d{1,3})?$/;

/** A version before the last number, as in `1.0-rc.1` and `v2-beta1`. */
const PRE_RELEASE = /(?:\d\.\d{1,9}|\bv\d{1,9})[-._]?[a-z]{0,20}[-._]?$/i;

export function compareVersions({ version: a }: Release, { version: b }: Release): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The series of the package: by its names, otherwise the one without a name, otherwise the only one. */
function chooseSeries(all: readonly string[], names: readonly string[]): readonly string[] {
  for (const name of names) {
    const own = all.filter((series) => series.replace(/[-_/@]+$/, '') === name);
    if (own.length > 0) return own.slice(0, 1);
  }
  return all.includes('') ? [''] : all;
}
