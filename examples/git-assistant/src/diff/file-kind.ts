import { isSecretPath } from '../files/secret-files.js';

/** What a file is for, as far as its path tells. */
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
  | 'submodule'
  | 'secret';

/** How much a reader learns from a file of this kind, from 0 to 1. */
export const KIND_WEIGHT: Readonly<Record<FileKind, number>> = {
  source: 1,
  test: 0.8,
  configuration: 0.6,
  documentation: 0.5,
  other: 0.4,
  submodule: 0.6,
  binary: 0.1,
  generated: 0.1,
  'lock file': 0.05,
  vendored: 0.05,
  secret: 0,
};

/** The first pattern that matches a path decides the kind of the file. */
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

export function fileKindOf(path: string): FileKind {
  if (isSecretPath(path)) return 'secret';
  return KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other';
}
