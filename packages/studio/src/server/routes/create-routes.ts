import path from 'node:path';
import type { StudioInfo } from '../../protocol/requests.js';
import type { Routes } from '../http/router.js';
import type { StudioState } from '../studio-state.js';
import { evalRoutes } from './eval-routes.js';
import { readNumber } from './read-requests.js';
import { runRoutes } from './run-routes.js';
import { sessionRoutes } from './session-routes.js';
import { toolRoutes } from './tool-routes.js';

/** Creates the routes for the page and attached programs. The types of the responses are in `protocol/requests.ts`. */
export function createRoutes(state: StudioState): Routes {
  const { root, version, started } = state.options;
  return {
    'GET /api/studio': (): StudioInfo => ({
      version,
      project: path.basename(root),
      root,
      started,
      program: state.programState,
    }),
    'GET /api/updates': ({ response, query }) => state.feed.follow(response, readNumber(query, 'after')),
    ...toolRoutes(state),
    ...runRoutes(state),
    ...sessionRoutes(state),
    ...evalRoutes(state),
  };
}
