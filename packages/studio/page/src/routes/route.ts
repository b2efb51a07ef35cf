import { decodeSegment, encodeSegment } from '../../../src/protocol/segment.js';

/** The routes of the page, each with a URL that can be bookmarked. */
export type Route =
  | { readonly page: 'tools'; readonly tool?: string }
  | {
      readonly page: 'runs';
      readonly runId?: string;
      readonly step?: number;
      readonly compareTo?: string;
      /** What the list of runs shows; see `readView`. */
      readonly query?: string;
    }
  | {
      readonly page: 'playground';
      readonly agent?: string;
      /** The runs of the conversation, oldest first. */
      readonly turns?: readonly string[];
    }
  | { readonly page: 'problems' }
  | { readonly page: 'sessions'; readonly sessionId?: string }
  | {
      readonly page: 'evals';
      readonly evalId?: string;
      /** Which cases are shown; see `readCaseView`. */
      readonly query?: string;
    };

/** Parses a URL hash such as `#/runs/r-1/42`. An unknown hash becomes the tools route. */
export function parseRoute(hash: string): Route {
  const [, place = '', query = ''] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const [page, first, second, third] = place
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode);
  switch (page) {
    case 'runs':
      if (first === undefined) return { page, ...readQuery(query) };
      if (second === 'diff' && third !== undefined) return { page, runId: first, compareTo: third };
      return { page, runId: first, ...(/^\d{1,15}$/.test(second ?? '') && { step: Number(second) }) };
    case 'sessions':
      return first === undefined ? { page } : { page, sessionId: first };
    case 'evals':
      return first === undefined ? { page } : { page, evalId: first, ...readQuery(query) };
    case 'playground':
      return { page, ...(first !== undefined && { agent: first, ...readTurns(query) }) };
    case 'problems':
      return { page };
    default:
      return page === 'tools' && first !== undefined ? { page, tool: first } : { page: 'tools' };
  }
}

export function formatRoute(route: Route): string {
  const query = queryOf(route);
  return `#/${segments(route).map(encodeSegment).join('/')}${query === '' ? '' : `?${query}`}`;
}

function queryOf(route: Route): string {
  if (route.page === 'runs' || route.page === 'evals') return route.query ?? '';
  if (route.page !== 'playground') return '';
  return (route.turns ?? []).map((runId) => `turn=${encodeURIComponent(encodeSegment(runId))}`).join('&');
}

function readTurns(query: string): { readonly turns?: readonly string[] } {
  const turns = new URLSearchParams(query).getAll('turn').map(decode);
  return turns.length === 0 ? {} : { turns };
}

/** Reads the query of the list of runs. A token is no part of it. */
function readQuery(text: string): { readonly query?: string } {
  const query = new URLSearchParams(text);
  query.delete('token');
  return query.size === 0 ? {} : { query: query.toString() };
}

function segments(route: Route): string[] {
  switch (route.page) {
    case 'tools':
      return route.tool === undefined ? ['tools'] : ['tools', route.tool];
    case 'runs':
      if (route.runId === undefined) return ['runs'];
      if (route.compareTo !== undefined) return ['runs', route.runId, 'diff', route.compareTo];
      return ['runs', route.runId, ...(route.step === undefined ? [] : [String(route.step)])];
    case 'playground':
      return route.agent === undefined ? ['playground'] : ['playground', route.agent];
    case 'problems':
      return ['problems'];
    case 'sessions':
      return route.sessionId === undefined ? ['sessions'] : ['sessions', route.sessionId];
    case 'evals':
      return route.evalId === undefined ? ['evals'] : ['evals', route.evalId];
    default:
      return route satisfies never;
  }
}

function decode(segment: string): string {
  try {
    return decodeSegment(segment);
  } catch {
    // Keeps a stray `%` unchanged.
    return segment;
  }
}
