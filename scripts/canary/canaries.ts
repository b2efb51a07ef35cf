import { Buffer } from 'node:buffer';

/** Planted where secrets are. Each has another origin, and all but the last look unlike a key, so that no other rule finds them. */
export const CANARIES = {
  /** The key of the provider's client. */
  apiKey: 'violet-otter-api-0123',
  /** A variable of the environment whose name says that it is secret. */
  environment: 'amber heron "env" & more',
  /** What `secret()` hides: in the context of tools, in their results, errors, logs and progress. */
  hidden: 'crimson "lynx" & näive <value>',
  /** A member of an object that `secret()` hides. */
  member: 'indigo-badger-member',
  /** A header for an MCP server. */
  header: 'teal-falcon-header-0123',
  /** A key of a service in a variable of the environment: nobody declared it, and its name does not say that it is secret. */
  undeclared: 'ghp_Qm7Xc2Vb9Nk4Lp1Zs8Tf3Wd6Hj5Gy0RaEuYi',
} as const;

/** How a text may be written. */
function formsOf(text: string): string[] {
  const quoted = JSON.stringify(text).slice(1, -1);
  const bytes = Buffer.from(text);
  // Apart from the first and the last letters, which depend on what stands around.
  const shifted = [0, 1, 2].map((count) =>
    Buffer.concat([Buffer.alloc(count), bytes])
      .toString('base64')
      .slice(4, -8),
  );
  return [
    text,
    quoted,
    JSON.stringify(quoted).slice(1, -1),
    encodeURIComponent(text),
    text.replaceAll(' ', '+'),
    bytes.toString('base64url').slice(4, -8),
    bytes.toString('hex'),
    ...shifted,
  ];
}

/** The canaries whose text, or a half of it, is in what a sink got. */
export function findCanaries(bytes: string): string[] {
  const found = Object.entries(CANARIES).filter(([, text]) => {
    const half = Math.ceil(text.length / 2);
    const parts = [...formsOf(text), text.slice(0, half), text.slice(half)];
    return parts.some((part) => bytes.includes(part));
  });
  return found.map(([name]) => name);
}
