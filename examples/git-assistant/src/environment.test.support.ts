/** The user's git configuration must not affect the tests. */
const { PATH = '', TMPDIR = '/tmp' } = process.env;
export const TEST_ENVIRONMENT: Record<string, string> = {
  PATH,
  TMPDIR,
  HOME: '/nonexistent',
  NO_COLOR: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};
