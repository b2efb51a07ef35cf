import type { Message } from '@toolwright/contract';

/** Replaces an image if the model does not support images. */
export const UNSEEN_IMAGE = '[an image, which this model cannot see]';

export function hasImages(messages: readonly Message[]): boolean {
  return messages.some(
    ({ role, content }) =>
      role === 'user' && typeof content !== 'string' && content.some(({ type }) => type === 'image_url'),
  );
}
