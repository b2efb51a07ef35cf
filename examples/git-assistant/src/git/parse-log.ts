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
}

/** The `--format` whose output {@link parseLog} reads; no field can have a NUL in it. */
export const LOG_FORMAT = '%H%x00%P%x00%aN <%aE>%x00%aI%x00%s%x00%b%x00';

const FIELDS = 6;

/** Reads `git log -z --format=LOG_FORMAT`. */
export function parseLog(output: string, bodyLength = 2_000): Commit[] {
  const fields = output.split('\0');
  const commits: Commit[] = [];
  // Each commit ends with an empty field: the NUL of the format, then that of -z.
  for (let index = 0; index + FIELDS < fields.length; index += FIELDS + 1) {
    const [id = '', parents = '', author = '', date = '', title = '', body = ''] = fields.slice(index);
    commits.push({
      id,
      author,
      date,
      title,
      body: body.trim().slice(0, bodyLength),
      parents: parents.split(' ').filter(Boolean),
    });
  }
  return commits;
}
