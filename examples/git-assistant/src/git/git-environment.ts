import { type Entries, READ_ONLY_CONFIG } from './read-only-config.js';

/** The variables of the user's environment that a reading git needs. No others are passed on. */
const READER =
  /^(PATH|HOME|USER|LOGNAME|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|PROGRAMDATA|SYSTEMROOT|COMSPEC|PATHEXT|TMPDIR|TEMP|TMP|XDG_CONFIG_HOME|GIT_CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)|GIT_INDEX_FILE)$/i;

/** The variables of git that a writing git may use: the author, and the location of the user's configuration. */
const KEPT =
  /^GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)$|^GIT_CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)$|^GIT_SSL_|^GIT_INDEX_FILE$/;

/** Settings of every git: messages in English, and no questions to the user. */
const COMMON: Readonly<Record<string, string>> = {
  LC_ALL: 'C.UTF-8',
  LANGUAGE: 'C',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'false',
  GIT_TERMINAL_PROMPT: '0',
};

/**
 * The environment of a git that only reads: it runs no other program, connects to nothing and writes nothing.
 * @param settings Configuration that takes precedence over all other.
 */
export function readOnlyEnvironment(
  environment: NodeJS.ProcessEnv,
  settings: Entries = [],
): Record<string, string> {
  return {
    ...pick(environment, (name) => READER.test(name)),
    ...COMMON,
    // Without this, `git status` would write the index.
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    // Takes precedence over any `protocol.<name>.allow`, so that even an old git does not fetch objects that a partial clone lacks.
    GIT_ALLOW_PROTOCOL: '',
    // The user's configuration may write traces to files.
    GIT_TRACE2: '0',
    GIT_TRACE2_EVENT: '0',
    GIT_TRACE2_PERF: '0',
    ...asVariables([...READ_ONLY_CONFIG, ...settings]),
  };
}

/** The environment of a git that writes for the user, with the user's own hooks and signing. */
export function userEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  return { ...pick(environment, (name) => !name.startsWith('GIT_') || KEPT.test(name)), ...COMMON };
}

function pick(environment: NodeJS.ProcessEnv, wanted: (name: string) => boolean): Record<string, string> {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && wanted(entry[0]),
  );
  return Object.fromEntries(kept);
}

/** Configuration as environment variables: unlike with `-c name=value`, no key can be misread. */
function asVariables(entries: Entries): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(entries.length) };
  for (const [index, [key, value]] of entries.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}
