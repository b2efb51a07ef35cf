import { restoreReply } from '../../reply/reply-restorer.js';
import type { Link } from './link.js';

/** Restores the reply to a request with lowered schemas, so that it matches the canonical ones. */
export const restore: Link = (next) => async (call) => {
  const source = await next(call);
  const { restores } = call.wire;
  return restores?.calls || restores?.answer ? restoreReply(source, restores) : source;
};
