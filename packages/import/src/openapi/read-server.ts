import { isRecord } from '@toolwright/contract';

/**
 * Returns the first address of a list of servers, with the defaults of its variables. Undefined for no list, and an empty text for an
 * address that is not whole.
 * @param against what addresses without a host belong to
 * @param note receives why an address cannot be used
 */
export function readServer(
  servers: unknown,
  against: string | undefined,
  note: (message: string) => void,
): string | undefined {
  const server: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (!isRecord(server) || typeof server.url !== 'string') return undefined;
  const { url: template, variables } = server;
  const text = template.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = isRecord(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value: unknown = isRecord(variable) ? variable.default : undefined;
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : whole;
  });
  const isWhole = /^https?:\/\//i.test(text);
  const problem = problemOf(text, isWhole ? undefined : against);
  if (problem === undefined) return isWhole ? text : new URL(text, against).href;
  note(`the address of the server ${JSON.stringify(text)} ${problem}: pass baseUrl`);
  return '';
}

function problemOf(text: string, against: string | undefined): string | undefined {
  if (/[{}]/.test(text)) return 'has a variable without a default';
  const url = URL.canParse(text, against) ? new URL(text, against) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'is not whole';
  if (url.username !== '' || url.password !== '') return 'has a user name or a password';
  return url.search !== '' || url.hash !== '' ? 'has a query' : undefined;
}
