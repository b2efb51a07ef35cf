import { invalidConfig } from '../invalid-config.js';

/** Returns hosts as clients send them. @throws ToolwrightError `INVALID_CONFIG` for a name that no request has */
export function readHosts(hosts: readonly string[]): readonly string[] {
  return hosts.map((given) =>
    given === '*' ? given : exact('allowedHosts', given, 'http://', ({ hostname }) => hostname),
  );
}

/** Returns origins as browsers send them; `null` is the origin of files. @throws ToolwrightError `INVALID_CONFIG` as above */
export function readOrigins(origins: readonly string[]): readonly string[] {
  // `URL` has no origin for schemes such as those of extensions; browsers have.
  const originOf = ({ protocol, host }: URL) => `${protocol}//${host}`;
  return origins.map((given) =>
    given === 'null' ? given : exact('allowedOrigins', given, 'https://', originOf),
  );
}

function exact(option: string, given: string, scheme: string, sentFor: (url: URL) => string): string {
  const text = String(given).toLowerCase();
  const url = text.includes('://') ? text : scheme + text;
  const sent = URL.canParse(url) && !text.includes('*') ? sentFor(new URL(url)) : undefined;
  if (sent === text) return text;
  const hint = sent ? `Write '${sent}'.` : 'List each name in full, without patterns.';
  throw invalidConfig(`'${given}' in \`${option}\` matches no request.`, hint);
}
