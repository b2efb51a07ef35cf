import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { thorough } from '../../../scripts/thorough.mjs';
import { openRepository } from './git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT } from './repository.test.support.js';
import { coreTools, mainTools } from './tools/core-tools.js';

const repository = createRepository({
  'src/old.ts': 'export function one() {\n  return 1;\n}\n\nexport const two = 2;\n',
  'src/ü.ts': 'export const ü = 1;\n',
  'b.txt': 'b\n',
  '.gitattributes': '*.ts diff=own\n*.txt diff=own filter=own\n',
});
const { root } = repository;
const marker = join(root, '.git/marker');
const evil = join(root, '.git/evil.sh');
const pipe = join(root, '.git/pipe');
const outside = '/etc/hostname';
afterAll(() => repository.dispose());

/** Keys with values that a repository might use to break, control or slow down a reading command. */
const TABLE: readonly (readonly [key: string, ...values: string[]])[] = [
  // Settings that run programs
  ['core.fsmonitor', evil, 'true'],
  ['core.hooksPath', '.git', 'nowhere'],
  ['core.pager', evil],
  ['core.editor', evil],
  ['core.sshCommand', evil],
  ['core.gitProxy', evil],
  ['core.askPass', evil],
  ['core.alternateRefsCommand', evil],
  ['credential.helper', `!${evil}`],
  ['sequence.editor', evil],
  ['diff.external', evil],
  ['diff.own.command', evil],
  ['diff.own.textconv', evil],
  ['diff.own.cachetextconv', 'true'],
  ['diff.tool', 'own'],
  ['difftool.own.cmd', evil],
  ['merge.own.driver', evil],
  ['filter.own.clean', evil],
  ['filter.own.smudge', evil],
  ['filter.own.process', evil],
  ['filter.own.required', 'true'],
  ['gpg.program', evil],
  ['gpg.ssh.program', evil],
  ['gpg.x509.program', evil],
  ['gpg.format', 'ssh', 'x509'],
  ['log.showSignature', 'true'],
  ['interactive.diffFilter', evil],
  ['alias.status', `!${evil}`],
  ['alias.log', `!${evil}`],
  ['help.autoCorrect', 'immediate'],
  ['submodule.sub.update', `!${evil}`],
  ['trace2.eventTarget', marker],
  ['trace2.normalTarget', marker],
  ['maintenance.auto', 'true'],
  ['gc.auto', '1'],
  ...['log', 'diff', 'status', 'blame', 'grep', 'show', 'config', 'tag'].map(
    (command) => [`pager.${command}`, evil, 'true'] as const,
  ),
  // Settings that read files
  ['blame.ignoreRevsFile', 'nowhere', outside, pipe],
  ['core.attributesFile', 'nowhere', pipe],
  ['core.excludesFile', 'nowhere', pipe],
  ['diff.orderFile', 'nowhere', outside, pipe],
  ['mailmap.file', 'nowhere', outside, pipe],
  ['mailmap.blob', 'HEAD:nowhere'],
  ['include.path', 'nowhere', outside],
  ['includeIf.gitdir:/.path', 'nowhere', outside],
  ['commit.template', 'nowhere', pipe],
  ['init.templateDir', 'nowhere'],
  // Settings of the output
  ...['ui', 'diff', 'grep', 'status', 'branch', 'decorate', 'interactive', 'showBranch'].map(
    (name) => [`color.${name}`, 'always'] as const,
  ),
  ['color.diff.meta', 'red bold'],
  ['color.blame.highlightRecent', 'red,1 week ago,blue'],
  ['color.blame.repeatedLines', 'cyan'],
  ...['ui', 'status', 'tag', 'branch'].map((name) => [`column.${name}`, 'always'] as const),
  ['core.quotePath', 'true'],
  ['core.abbrev', '4', 'no'],
  ['core.commentChar', ';'],
  ['core.notesRef', 'refs/notes/nowhere'],
  ['core.whitespace', 'indent-with-non-tab'],
  ['core.warnAmbiguousRefs', 'false'],
  ['core.bigFileThreshold', '1'],
  ['core.logAllRefUpdates', 'always'],
  ['i18n.logOutputEncoding', 'ISO-8859-1', 'nonsense'],
  ['format.pretty', 'oneline', 'nonsense'],
  ['format.notes', 'nowhere'],
  ['notes.displayRef', 'refs/notes/*'],
  ['log.follow', 'true'],
  ['log.mailmap', 'false'],
  ['log.date', 'relative', 'format:%Y', 'nonsense'],
  ['log.decorate', 'full'],
  ['log.abbrevCommit', 'true'],
  ['log.showRoot', 'false'],
  ['log.diffMerges', 'first-parent'],
  ['log.excludeDecoration', '*'],
  ['diff.noprefix', 'true'],
  ['diff.mnemonicPrefix', 'true'],
  ['diff.srcPrefix', 'x/'],
  ['diff.dstPrefix', 'y/'],
  ['diff.relative', 'true'],
  ['diff.context', '0', '99'],
  ['diff.interHunkContext', '99'],
  ['diff.renames', 'false', 'copies'],
  ['diff.renameLimit', '1'],
  ['diff.suppressBlankEmpty', 'true'],
  ['diff.submodule', 'log', 'diff'],
  ['diff.ignoreSubmodules', 'all'],
  ['diff.wordRegex', '.'],
  ['diff.colorMoved', 'zebra'],
  ['diff.colorMovedWS', 'ignore-all-space'],
  ['diff.algorithm', 'patience', 'histogram'],
  ['diff.indentHeuristic', 'false'],
  ['diff.dirstat', 'files,10,cumulative'],
  ['diff.statGraphWidth', '1'],
  ['diff.statNameWidth', '1'],
  ['diff.wsErrorHighlight', 'all'],
  ['diff.autoRefreshIndex', 'true'],
  ['diff.own.binary', 'true'],
  ['diff.own.wordRegex', '.'],
  ['diff.own.algorithm', 'patience'],
  ['grep.lineNumber', 'true'],
  ['grep.column', 'true'],
  ['grep.fullName', 'false'],
  ['grep.patternType', 'perl', 'fixed'],
  ['grep.extendedRegexp', 'true'],
  ['grep.threads', '1'],
  ['grep.fallbackToNoIndex', 'true'],
  ['status.relativePaths', 'true'],
  ['status.short', 'true'],
  ['status.branch', 'true'],
  ['status.aheadBehind', 'false'],
  ['status.showStash', 'true'],
  ['status.showUntrackedFiles', 'no', 'normal'],
  ['status.renames', 'false', 'copies'],
  ['status.renameLimit', '1'],
  ['status.submoduleSummary', 'true'],
  ['status.displayCommentPrefix', 'true'],
  ['blame.showEmail', 'true'],
  ['blame.blankBoundary', 'true'],
  ['blame.showRoot', 'true'],
  ['blame.coloring', 'repeatedLines', 'highlightRecent'],
  ['blame.date', 'relative'],
  ['blame.markIgnoredLines', 'true'],
  ['tag.sort', 'version:refname'],
  ['branch.sort', '-committerdate'],
  ['versionsort.suffix', '-rc'],
  ['merge.renames', 'false'],
  ['merge.conflictStyle', 'diff3'],
  ['submodule.recurse', 'true'],
  ['submodule.active', '.'],
  ['transfer.hideRefs', 'refs/tags'],
  // Settings that decide how git stores and finds things
  ['core.untrackedCache', 'true'],
  ['core.preloadIndex', 'false'],
  ['core.splitIndex', 'true'],
  ['core.checkStat', 'minimal'],
  ['core.trustctime', 'false'],
  ['core.commitGraph', 'false'],
  ['core.multiPackIndex', 'false'],
  ['core.useReplaceRefs', 'true'],
  ['feature.manyFiles', 'true'],
  ['feature.experimental', 'true'],
  ['index.threads', '1'],
  ['index.version', '4'],
  ['protocol.allow', 'always'],
  ['remote.origin.url', `ext::${evil}`],
  ['remote.origin.promisor', 'true'],
  ['remote.origin.uploadpack', evil],
  ['url.ext::sh.insteadOf', 'https://'],
  ['safe.bareRepository', 'explicit'],
  ['user.useConfigOnly', 'true'],
];

beforeAll(() => {
  repository.git('tag', 'v1.0-rc1');
  repository.git('mv', 'src/old.ts', 'src/new.ts');
  repository.commit('Rename', { 'src/other.ts': 'export const other = 1;\n' });
  repository.git('tag', 'v1.0');
  repository.commit('Größe', {
    'src/new.ts': 'export function one() {\n  return 2;\n}\n\nexport const two = 2;\n',
  });
  repository.write('src/new.ts', 'export function one() {\n  return 3;\n}\n\n\nexport const two = 22;\n');
  repository.git('mv', 'src/ü.ts', 'src/ö.ts');
  repository.write('b.txt', 'c\n');
  repository.write('sub/untracked.ts', 'export const x = ;\n');
  repository.write('.git/evil.sh', `#!/bin/sh\ntouch '${marker}'\ncat\n`);
  chmodSync(evil, 0o755);
  execFileSync('mkfifo', [pipe]);
});

/** The result or the error of every tool, by name. */
async function useAllTools(): Promise<Record<string, unknown>> {
  const opened = await openRepository(root, { environment: TEST_ENVIRONMENT });
  const core = coreTools(opened);
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    gitStatus: () => core.call('gitStatus', {}),
    'gitDiff staged': () => core.call('gitDiff', { range: { of: 'staged' } }),
    'gitDiff unstaged': () => core.call('gitDiff', { range: { of: 'unstaged' } }),
    'gitDiff uncommitted': () => core.call('gitDiff', { range: { of: 'uncommitted' } }),
    'gitDiff commits': () => core.call('gitDiff', { range: { of: 'commits', base: 'HEAD~2' } }),
    gitChangedFiles: () => core.call('gitChangedFiles', { range: { of: 'commits', base: 'HEAD~2' } }),
    gitLog: () => core.call('gitLog', {}),
    'gitLog of a file': () => core.call('gitLog', { path: 'src/new.ts' }),
    gitShow: () => core.call('gitShow', { revision: 'HEAD' }),
    'gitShow of the first': () => core.call('gitShow', { revision: 'HEAD~2' }),
    gitBlame: () => core.call('gitBlame', { path: 'src/new.ts' }),
    'gitBlame of a commit': () => core.call('gitBlame', { path: 'src/new.ts', revision: 'HEAD' }),
    fileRead: () => core.call('fileRead', { path: 'src/new.ts' }),
    codeSearch: () => core.call('codeSearch', { query: 'one()' }),
    'codeSearch with a pattern': () => core.call('codeSearch', { query: 'o(n|t)', choice: { regex: true } }),
    repositoryMap: () => core.call('repositoryMap', {}),
    staticAnalysis: () => core.call('staticAnalysis', {}),
    projectDocs: () => core.call('projectDocs', {}),
    repositoryInfo: () => mainTools(opened).call('repositoryInfo', {}),
  };
  const given: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) given[name] = await call().catch(String);
  return given;
}

/** The same with rows of the table added to the repository's configuration. */
async function useAllToolsWith(rows: readonly (readonly [key: string, value: string])[]) {
  const file = join(root, '.git/config');
  const before = readFileSync(file, 'utf8');
  for (const [key, value] of rows) {
    const [, section, subsection, name] = /^([^.]+)(?:\.(.*))?\.([^.]+)$/.exec(key) ?? [];
    const heading = subsection === undefined ? `[${section}]` : `[${section} "${subsection}"]`;
    appendFileSync(file, `${heading}\n\t${name} = "${value}"\n`);
  }
  try {
    return { given: await useAllTools(), ran: existsSync(marker) };
  } finally {
    writeFileSync(file, before);
  }
}

// E4
describe('the configuration of a repository', () => {
  let plain: Record<string, unknown>;
  beforeAll(async () => {
    plain = await useAllTools();
  });

  const waves = Math.max(...TABLE.map(([, ...values]) => values.length));

  it.each(Array.from({ length: waves }, (_, wave) => wave))(
    'changes no result, runs nothing and blocks nothing (values %d)',
    async (wave) => {
      expect(Object.values(plain).filter((result) => typeof result === 'string')).toEqual([]);
      const rows = TABLE.map(([key, ...values]) => [key, values[wave] ?? values[0] ?? ''] as const);
      const all = await useAllToolsWith(rows);
      // One row could mask another only if both were harmless. `THOROUGH=1` tries each row alone.
      if (thorough) {
        const harmful: string[] = [];
        for (const row of rows) {
          const { given, ran } = await useAllToolsWith([row]);
          for (const [name, result] of Object.entries(plain))
            if (JSON.stringify(given[name]) !== JSON.stringify(result))
              harmful.push(`${row.join(' = ')}: ${name}`);
          if (ran) harmful.push(`${row.join(' = ')}: ran`);
        }
        expect(harmful).toEqual([]);
      }
      expect(all).toEqual({ given: plain, ran: false });
    },
    thorough ? 1_200_000 : undefined,
  );
});
