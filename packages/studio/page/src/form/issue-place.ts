import type { ShownError } from '../../../src/protocol/requests.js';

type Issue = NonNullable<ShownError['issues']>[number];

/** Returns the path of an issue's field. If a member is missing, `path` is that of its parent, and the message starts with its own. */
export function issuePlace({ path, message }: Issue): string {
  const missing = /^(.{1,400}?) is required(?: \(|\.$)/s.exec(message)?.[1];
  return missing?.startsWith(path) ? missing : path;
}

export function issuesByPlace(issues: readonly Issue[]): ReadonlyMap<string, readonly string[]> {
  const result = new Map<string, string[]>();
  for (const issue of issues) {
    const place = issuePlace(issue);
    const known = result.get(place);
    if (known === undefined) result.set(place, [issue.message]);
    else known.push(issue.message);
  }
  return result;
}
