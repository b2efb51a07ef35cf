import type { FolderSize, Match } from './repository-tools.js';

/** A call of a model. The arguments are plain JSON and may be wrong. */
export type ScriptedCall = [name: string, args: Record<string, unknown>];

/** The scripted model's reaction to one question: the calls of each turn, and the answer made of their results. */
export interface Answer {
  /** The agent that gets the question. */
  readonly asks: 'guide' | 'auditor';
  readonly question: string;
  /** One function per turn; it sees the results of all earlier turns, in order. */
  readonly calls: readonly ((results: unknown[]) => ScriptedCall[])[];
  readonly text: (results: unknown[]) => string;
}

export const ANSWERS: readonly Answer[] = [
  {
    asks: 'guide',
    question: 'Where is the @tool decorator implemented, and how is it described?',
    calls: [
      () => [
        [
          'searchText',
          { query: 'Marks a method or a function as a tool', options: { folder: 'packages' }, limit: '3' },
        ],
        ['findFiles', { pattern: 'packages/tools/src/decorator/*.ts' }],
      ],
      ([matches]) => [
        [
          'readFile',
          { path: first<Match>(matches)?.path, firstLine: (first<Match>(matches)?.line ?? 2) - 1, lines: 11 },
        ],
      ],
    ],
    text: ([matches, files]) => {
      const match = first<Match>(matches);
      return `It is described in ${match?.path}, line ${match?.line}: "${match?.text}" That folder has ${list(files).length} files.`;
    },
  },
  {
    asks: 'auditor',
    question: 'Which folder is the largest, and how much of the top five is it?',
    calls: [
      () => [
        ['folderSizes', { by: 'lines' }],
        ['dependencies', { kind: 'runtime' }],
      ],
      ([sizes]) => [
        ['percentage', { part: first<FolderSize>(sizes)?.lines, whole: sum(sizes) }],
        ['dependencies', {}],
      ],
    ],
    text: ([sizes, , share, dependencies]) => {
      const largest = first<FolderSize>(sizes);
      const packages = Object.keys(dependencies as Record<string, string[]>).length;
      return `${largest?.folder} is the largest with ${largest?.lines} lines, ${share} % of the top five. The workspace has ${packages} packages.`;
    },
  },
];

/** The results of tools, sent as JSON. Their shape is known, their type is not. */
function list<Item>(result: unknown): Item[] {
  return Array.isArray(result) ? result : [];
}

function first<Item>(result: unknown): Item | undefined {
  return list<Item>(result)[0];
}

function sum(sizes: unknown): number {
  return list<FolderSize>(sizes).reduce((total, { lines }) => total + lines, 0);
}
