import * as fc from 'fast-check';
import { formatRoute, parseRoute, type Route } from './route.js';

const name = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '.', '..', '~', 'a\ud800', 'diff'),
);
const routes: fc.Arbitrary<Route> = fc.oneof(
  fc.constantFrom<Route>({ page: 'tools' }, { page: 'runs' }, { page: 'problems' }, { page: 'sessions' }),
  name.map((tool): Route => ({ page: 'tools', tool })),
  name.map((sessionId): Route => ({ page: 'sessions', sessionId })),
  fc.tuple(name, fc.nat()).map(([runId, step]): Route => ({ page: 'runs', runId, step })),
  fc.constantFrom<Route>({ page: 'runs', query: 'agent=a%3Fb&text=x%2Fy+z' }),
  fc.constantFrom<Route>({ page: 'playground' }),
  fc
    .tuple(name, fc.array(name, { minLength: 1 }))
    .map(([agent, turns]): Route => ({ page: 'playground', agent, turns })),
  fc.tuple(name, name).map(([runId, compareTo]): Route => ({ page: 'runs', runId, compareTo })),
);

it('reads from an address the route that it was written for', () => {
  fc.assert(
    fc.property(routes, (route) => {
      const address = formatRoute(route);
      expect(parseRoute(address)).toEqual(route);
      const separator = address.includes('?') ? '&' : '?';
      expect(parseRoute(`${address}${separator}token=x/y?z`)).toEqual(route);
    }),
  );
});

it.each(['', '#', '#/', '#/nowhere/x', '#/%E0%A4%A', '#/__proto__'])('leads %j to the tools', (hash) => {
  expect(parseRoute(hash)).toEqual({ page: 'tools' });
});
