export type Entries = readonly (readonly [key: string, value: string])[];

/** Programs that the configuration could name. None of them runs. */
const NO_PROGRAMS: Entries = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.sshCommand', 'false'],
  ['core.alternateRefsCommand', 'true'],
  ['core.askPass', 'false'],
  ['credential.helper', ''],
  ['protocol.allow', 'never'],
  ['diff.external', ''],
  ['log.showSignature', 'false'],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['safe.bareRepository', 'explicit'],
];

/** Files that git writes while it reads, and files of the user that the configuration could name. */
const NO_FILES: Entries = [
  ['core.untrackedCache', 'false'],
  ['diff.autoRefreshIndex', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['diff.orderFile', '/dev/null'],
  ['mailmap.file', '/dev/null'],
];

/** Makes the output independent of the configuration, and complete. */
const SAME_OUTPUT: Entries = [
  ['core.quotePath', 'false'],
  ['core.bigFileThreshold', '512m'],
  ['color.ui', 'false'],
  ['column.ui', 'never'],
  ['i18n.logOutputEncoding', 'UTF-8'],
  ['format.pretty', 'medium'],
  ['diff.noprefix', 'false'],
  ['diff.mnemonicPrefix', 'false'],
  ['diff.relative', 'false'],
  ['diff.context', '3'],
  ['diff.interHunkContext', '0'],
  ['diff.suppressBlankEmpty', 'false'],
  ['diff.renameLimit', '1000'],
  ['grep.lineNumber', 'false'],
  ['grep.column', 'false'],
  ['grep.fullName', 'true'],
  ['grep.patternType', 'default'],
  ['grep.extendedRegexp', 'false'],
  ['log.follow', 'false'],
  ['log.mailmap', 'true'],
  ['log.date', 'default'],
  ['log.showRoot', 'true'],
  ['status.relativePaths', 'false'],
  ['status.submoduleSummary', 'false'],
  ['status.showStash', 'false'],
  ['submodule.recurse', 'false'],
];

/** Configuration with which git only reads. It takes precedence over that of the system, the user and the repository. */
export const READ_ONLY_CONFIG: Entries = [...NO_PROGRAMS, ...NO_FILES, ...SAME_OUTPUT];
