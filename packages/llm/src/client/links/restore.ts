import { restoreReply } from '../../reply/reply-restorer.js';
import type { Link } from './link.js';

/** Converts the reply to a request with lowered schemas so that it matches the canonical schemas. */
export const restore: Link = (next) => (call) => {
  const { restores } = call.wire;
  if (!restores?.calls && !restores?.answer) return next(call);
  return next(call).then((source) => restoreReply(source, restores));
};
