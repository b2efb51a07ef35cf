import type { Readable, Transform } from 'node:stream';
import { builtInModule } from '@toolwright/contract';

/** @param codings the value of `content-encoding`, e.g. `gzip`. If any coding is unknown, nothing is decompressed, as in `fetch` */
export function decompress(message: Readable, codings: string): Readable {
  const [zlib, stream] = [builtInModule('zlib'), builtInModule('stream')];
  // Only Node.js has replies that are read in this way.
  if (zlib === undefined || stream === undefined) return message;
  const { pipeline } = stream;
  const { constants, createBrotliDecompress, createGunzip, createInflate } = zlib;
  // Emits received bytes immediately. A missing end is not an error here, because HTTP itself detects an incomplete body.
  const flush = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  const decoders: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
    ['gzip', () => createGunzip(flush)],
    ['x-gzip', () => createGunzip(flush)],
    ['deflate', () => createInflate(flush)],
    [
      'br',
      () =>
        createBrotliDecompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          finishFlush: constants.BROTLI_OPERATION_FLUSH,
        }),
    ],
  ]);
  const creators: (() => Transform)[] = [];
  for (const coding of codings.toLowerCase().split(',').reverse()) {
    const create = decoders.get(coding.trim());
    if (create === undefined) return message;
    creators.push(create);
  }
  // `pipeline` forwards every failure to the last stream, so the callback has nothing to do.
  return creators.reduce<Readable>((stream, create) => pipeline(stream, create(), () => undefined), message);
}
