/** Of the variables that steer git, only these pass: who commits, and where the user keeps the configuration. */
const KEPT = /^GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)$|^GIT_CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)$|^GIT_SSL_/;

/**
 * Configuration under which reading runs nothing but git itself: no monitor, no hook, no external diff, no signature
 * check, no transport. The rest makes the output the same for every user.
 */
const READ_ONLY: readonly (readonly [key: string, value: string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.untrackedCache', 'false'],
  ['core.pager', 'cat'],
  ['core.quotePath', 'false'],
  ['core.sshCommand', 'false'],
  ['protocol.allow', 'never'],
  ['diff.external', ''],
  ['log.showSignature', 'false'],
  ['gpg.program', 'false'],
  ['safe.bareRepository', 'explicit'],
  ['color.ui', 'false'],
  ['diff.noprefix', 'false'],
  ['diff.mnemonicPrefix', 'false'],
  ['diff.orderFile', '/dev/null'],
  ['diff.relative', 'false'],
  ['grep.lineNumber', 'false'],
  ['grep.fullName', 'true'],
  ['log.follow', 'false'],
  ['log.mailmap', 'true'],
  ['log.date', 'default'],
  ['log.showRoot', 'true'],
  ['status.relativePaths', 'false'],
];

/** The environment of a git that only reads. `filters` are drivers that the repository itself configures: they are not run. */
export function readOnlyEnvironment(
  environment: NodeJS.ProcessEnv,
  filters: readonly string[] = [],
): Record<string, string> {
  const off = filters.flatMap((name) => [
    [`filter.${name}.clean`, ''] as const,
    [`filter.${name}.smudge`, ''] as const,
    [`filter.${name}.process`, ''] as const,
    [`filter.${name}.required`, 'false'] as const,
  ]);
  return {
    ...userEnvironment(environment),
    // Without this, `git status` would write the index.
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    ...asVariables([...READ_ONLY, ...off]),
  };
}

/** The environment of a git that acts for the user, with the user's own hooks and signing. */
export function userEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (!entry[0].startsWith('GIT_') || KEPT.test(entry[0])),
  );
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C.UTF-8',
    LANGUAGE: 'C',
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'false',
    GIT_TERMINAL_PROMPT: '0',
  };
}

/** Configuration as git reads it from its environment: unlike `-c name=value`, no key can be misread. */
function asVariables(entries: readonly (readonly [key: string, value: string])[]): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(entries.length) };
  for (const [index, [key, value]] of entries.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}
