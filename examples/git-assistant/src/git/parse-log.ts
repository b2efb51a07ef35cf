import { clip } from '../paging/clip.js';

export interface Commit {
  id: string;
  /** The name and the address of the author. */
  author: string;
  /** ISO 8601, of the author. */
  date: string;
  title: string;
  body: string;
  /** Ids of the parents: none for a first commit, two for a merge. */
  parents: string[];
  /** What the file was called, where the history of one file was asked for. */
  path?: string;
}

/** The `--format` that {@link parseLog} reads. No field can contain a NUL. */
export const LOG_FORMAT = '%H%x00%P%x00%aN <%aE>%x00%aI%x00%s%x00%b%x00';

const FIELDS = 6;

/** Reads `git log -z --format=LOG_FORMAT`, also with `--name-only` for one file. */
export function parseLog(output: string, bodyLength = 2_000): Commit[] {
  const fields = output.split('\0');
  const commits: Commit[] = [];
  // Each commit ends with an empty field: the NUL of the format is followed by the NUL of -z.
  for (let index = 0; index + FIELDS < fields.length; index += FIELDS + 1) {
    const [id = '', parents = '', author = '', date = '', title = '', body = ''] = fields.slice(
      index,
      index + FIELDS,
    );
    const commit: Commit = {
      id,
      author: clip(author, MAX_NAME),
      date,
      title: clip(title, MAX_TITLE),
      body: clip(body.trim(), bodyLength),
      parents: parents.split(' ').filter(Boolean).slice(0, MAX_PARENTS),
    };
    const name = fields[index + FIELDS + 1];
    if (name?.startsWith('\n')) {
      commit.path = name.slice(1);
      index += 1;
    }
    commits.push(commit);
  }
  return commits;
}

const MAX_NAME = 200;
const MAX_TITLE = 500;
const MAX_PARENTS = 16;
