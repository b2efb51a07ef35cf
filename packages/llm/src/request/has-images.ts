import type { Message } from '@toolwright/contract';

export function hasImages(messages: readonly Message[]): boolean {
  return messages.some(
    ({ role, content }) =>
      role === 'user' && typeof content !== 'string' && content.some(({ type }) => type === 'image_url'),
  );
}
