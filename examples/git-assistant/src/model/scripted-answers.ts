import type { Analysis } from '../analysis/analyse.js';
import type { ChangedFiles } from '../diff/page-changes.js';
import type { Diff } from '../diff/read-diff.js';
import type { FileLines } from '../files/file-lines.js';
import type { Blame } from '../git/parse-blame.js';
import type { LogPage } from '../git/read-log.js';
import { count } from '../output/count.js';
import type { CommitDetails } from '../tools/git-tools.js';
import type { RepositoryInfo } from '../tools/workspace-tools.js';

/** A call as a model would make it. */
export type ScriptedCall = readonly [name: string, args: Readonly<Record<string, unknown>>];

/** The script for one kind of task: the calls of each turn, then an answer that it composes from the real tool results. */
export interface Script {
  readonly turns: readonly ((state: ScriptState) => readonly ScriptedCall[])[];
  readonly answer: (state: ScriptState) => unknown;
}

/** The facts that a script can use. */
export interface ScriptState {
  /** The last user message. */
  readonly input: string;
  /** Results of the calls so far, by tool name. If a tool was called several times, its last result. */
  readonly results: Readonly<Record<string, unknown>>;
  /** Names of the available tools. */
  readonly tools: readonly string[];
}

/** The scripts, by the name of the requested output. */
export const SCRIPTS: Readonly<Record<string, Script>> = {
  GeneratedMessage: {
    turns: [
      ({ input }) => [
        ['gitDiff', { range: jsonIn(input) }],
        ['gitLog', { limit: 5 }],
      ],
    ],
    answer: ({ results }) => {
      const { files = [], patches = [] } = part<Diff>(results.gitDiff);
      return {
        emoji: null,
        title: summarize(files),
        message: `The staged diff has ${count(files.length, 'file')} and ${count(patches.length, 'patch', 'patches')}. A scripted model cannot say why.`,
      };
    },
  },
  Review: {
    turns: [
      ({ input }) => [
        ['gitDiff', { range: jsonIn(input) }],
        ['staticAnalysis', {}],
      ],
      ({ results }) => {
        const { files = [] } = part<Diff>(results.gitDiff);
        const tasks = files
          .slice(0, 3)
          .map(({ path }) => `Read the file ${JSON.stringify(path)} and say how long it is.`);
        return tasks.length === 0 ? [] : [['parallelAnalyze', { tasks }]];
      },
    ],
    answer: ({ results }) => {
      const { files = [] } = part<Diff>(results.gitDiff);
      const { problems = [] } = part<Analysis>(results.staticAnalysis);
      return {
        summary: `${summarize(files)}. Sub-agents report: ${JSON.stringify(results.parallelAnalyze ?? [])}`,
        findings: problems.map(({ path, line, message }) => ({
          severity: 'high',
          category: 'bug',
          file: path,
          line,
          title: 'The syntax is wrong',
          body: message,
          suggestion: '',
        })),
        strengths: [],
        verdict: problems.length > 0 ? 'request-changes' : 'comment',
      };
    },
  },
  PullRequest: {
    turns: [
      ({ input }) => {
        const range = jsonIn(input);
        return [
          ['gitLog', { base: range.base, head: range.head }],
          ['gitChangedFiles', { range }],
        ];
      },
    ],
    answer: ({ results }) => {
      const commits = part<LogPage>(results.gitLog).commits ?? [];
      const files = part<ChangedFiles>(results.gitChangedFiles).files ?? [];
      return {
        title: commits[0]?.title ?? summarize(files),
        summary: `${count(commits.length, 'commit')}, ${count(files.length, 'file')}.`,
        changes: commits.map(({ title }) => title),
        testing: files.some(({ kind }) => kind === 'test')
          ? 'The range changes tests.'
          : 'The range has no tests.',
        breakingChanges: [],
      };
    },
  },
  Changelog: {
    turns: [({ input }) => [['gitLog', jsonIn(input)]]],
    answer: ({ input, results }) => ({
      version: /The release is (\S+)\./.exec(input)?.[1] ?? null,
      date: null,
      ...Object.fromEntries(
        ['added', 'deprecated', 'removed', 'fixed', 'security'].map((kind) => [kind, []]),
      ),
      changed: (part<LogPage>(results.gitLog).commits ?? []).map(({ title, id }) => ({
        text: title,
        commits: [id],
      })),
    }),
  },
  ReleaseNotes: {
    turns: [
      ({ input }) => [
        ['gitLog', jsonIn(input)],
        ['projectDocs', {}],
      ],
    ],
    answer: ({ input, results }) => {
      const commits = part<LogPage>(results.gitLog).commits ?? [];
      return {
        version: /The release is (\S+)\./.exec(input)?.[1] ?? null,
        summary: `${count(commits.length, 'commit')} by ${count(new Set(commits.map(({ author }) => author)).size, 'person', 'people')}.`,
        highlights: commits.slice(0, 1).map(({ title, body }) => ({ title, body: body || title })),
        changes: commits.slice(1).map(({ title }) => title),
        upgradeSteps: [],
      };
    },
  },
  SemanticBlame: {
    turns: [
      ({ input }) => {
        const { path, line } = jsonIn(input);
        return [['gitBlame', { path, firstLine: line, lines: 1 }]];
      },
      ({ results }) => {
        const { commits = [] } = part<Blame>(results.gitBlame);
        return commits.slice(0, 1).map(({ id }): ScriptedCall => ['gitShow', { revision: id }]);
      },
    ],
    answer: ({ input, results }) => {
      const { path, line } = jsonIn(input);
      const { commits = [], lines = [] } = part<Blame>(results.gitBlame);
      const shown = part<CommitDetails>(results.gitShow).commit;
      return {
        file: path,
        line,
        commits: commits.map(({ id, author, date, title }) => ({ hash: id, author, date, reason: title })),
        explanation: `The line is ${JSON.stringify(lines[0]?.text ?? '')}. ${shown?.body || 'Its commit gives no reason.'}`,
      };
    },
  },
  Critique: {
    turns: [],
    answer: () => ({ requiresRevision: false, issues: [], revisionPrompt: '', confidence: 1 }),
  },
};

/** For questions and for tasks of sub-agents: an answer in plain text. */
export const PLAIN_SCRIPT: Script = {
  turns: [
    ({ input, tools }) => {
      const file = /Read the file ("(?:[^"\\]|\\.)*")/.exec(input)?.[1];
      if (file !== undefined) return [['fileRead', { path: JSON.parse(file), lines: 1 }]];
      const title = /title (?:be|to|is) "([^"]+)"/.exec(input)?.[1];
      if (title !== undefined && tools.includes('updateCommit')) {
        return [['updateCommit', { emoji: null, title, message: '' }]];
      }
      return tools.includes('repositoryInfo')
        ? [
            ['repositoryInfo', {}],
            ['repositoryMap', { maxFiles: 20 }],
          ]
        : [];
    },
  ],
  answer: ({ results }) => {
    if (typeof results.fileRead === 'string') return results.fileRead;
    const { path, lines } = part<FileLines>(results.fileRead);
    if (path !== undefined) return `${path} has ${count(lines ?? 0, 'line')}.`;
    if (results.updateCommit !== undefined) return 'The draft has the new title.';
    const { name, files, commits, branch } = part<RepositoryInfo>(results.repositoryInfo);
    return name === undefined
      ? 'A scripted model can only show what the tools find.'
      : `${name} has ${count(files ?? 0, 'file')} and ${count(commits ?? 0, 'commit')}; the branch is ${branch ?? 'none'}. This model is scripted: set an API key to ask more.`;
  },
};

/** The JSON object at the end of a line of the task. */
function jsonIn(input: string): Record<string, unknown> {
  return JSON.parse(/\{.*\}$/m.exec(input)?.[0] ?? '{}');
}

function summarize(files: readonly { path: string }[]): string {
  const [first] = files;
  if (first === undefined) return 'Change nothing';
  const name = first.path.split('/').at(-1) ?? first.path;
  return files.length === 1 ? `Change ${name}` : `Change ${name} and ${files.length - 1} more`;
}

/** The results of tools, sent as JSON. Their shape is known, their type is not. */
function part<Result>(result: unknown): Partial<Result> {
  return typeof result === 'object' && result !== null ? result : {};
}
