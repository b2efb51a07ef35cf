import { isSecretPath } from '../files/secret-files.js';
import type { RawChange } from '../git/parse-changes.js';

export interface Relevance {
  /** 0 to 1: how much a reader learns from this file's changes. */
  score: number;
  kind: FileKind;
}

export type FileKind =
  | 'source'
  | 'test'
  | 'configuration'
  | 'documentation'
  | 'other'
  | 'lock file'
  | 'generated'
  | 'vendored'
  | 'binary'
  | 'secret';

const WEIGHT: Readonly<Record<FileKind, number>> = {
  source: 1,
  test: 0.8,
  configuration: 0.6,
  documentation: 0.5,
  other: 0.4,
  binary: 0.1,
  generated: 0.1,
  'lock file': 0.05,
  vendored: 0.05,
  secret: 0,
};

/** The first pattern that matches a path says what kind of file it is. */
const KINDS: readonly (readonly [kind: FileKind, pattern: RegExp])[] = [
  ['vendored', /(^|\/)(node_modules|vendor|third_party|bower_components|Pods)\//],
  [
    'lock file',
    /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb?|go\.sum|flake\.lock|[^/]+\.lock)$/,
  ],
  [
    'generated',
    /(^|\/)(dist|build|out|coverage|__snapshots__|__generated__)\/|\.(gen|generated|pb|designer)\.[^/]+$|[._]pb2?\.(go|py)$|\.min\.(js|css)$|\.(map|snap)$/i,
  ],
  ['test', /(^|\/)(tests?|__tests__|spec|e2e|testdata)\/|[._-](test|spec)s?\.[^/]+$|(^|\/)test_[^/]+\.py$/i],
  ['documentation', /\.(md|mdx|rst|adoc|txt)$|(^|\/)(docs?)\/|(^|\/)(license|changelog|readme)[^/]*$/i],
  [
    'source',
    /\.([cm]?[jt]sx?|py|go|rs|java|kt|kts|scala|c|h|cc|cpp|hpp|cs|rb|php|swift|m|mm|sh|bash|zsh|ps1|sql|lua|ex|exs|erl|hs|ml|clj|dart|vue|svelte|html|css|scss|less|r|jl|zig|nim|proto|graphql|tf)$/i,
  ],
  [
    'configuration',
    /\.(json|jsonc|json5|ya?ml|toml|ini|cfg|conf|xml|properties)$|(^|\/)(\.[^/]+|Dockerfile|Makefile)$/i,
  ],
];

const HUGE = 1_000;
const LARGE = 300;

/** Says how much a changed file matters: by its kind, what happened to it, and how large the change is. */
export function scoreChange({ path, from, change, added, deleted }: RawChange): Relevance {
  const kind = from !== undefined && isSecretPath(from) ? 'secret' : kindOf(path, added === null);
  const lines = (added ?? 0) + (deleted ?? 0);
  let score = WEIGHT[kind];
  if (lines > HUGE) score *= 0.5;
  else if (lines > LARGE) score *= 0.8;
  if (change === 'deleted') score *= 0.6;
  if ((change === 'renamed' || change === 'copied') && lines === 0) score *= 0.3;
  // What conflicts needs eyes before all else.
  if (change === 'unmerged' && kind !== 'secret') score = 1;
  return { score: Math.round(score * 100) / 100, kind };
}

function kindOf(path: string, binary: boolean): FileKind {
  if (isSecretPath(path)) return 'secret';
  if (binary) return 'binary';
  return KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other';
}
