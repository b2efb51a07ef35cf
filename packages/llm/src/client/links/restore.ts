import { restoreReply } from '../../reply/reply-restorer.js';
import type { Link } from './link.js';

/** Turns what the model wrote for lowered schemas back into what the canonical schemas describe. */
export const restore: Link = (next) => async (call) => {
  const source = await next(call);
  const { restores } = call.wire;
  return restores?.calls || restores?.answer ? restoreReply(source, restores) : source;
};
