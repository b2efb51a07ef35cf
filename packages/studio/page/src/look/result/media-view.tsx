import { describeMedia, type MediaPart, partMediaType, partUrl, visibleLine } from '@toolwright/contract';
import { useState } from 'preact/hooks';

/** The images that browsers show. An SVG in an `img` element runs nothing and loads nothing. */
const IMAGES = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;

/** Shows an image, plays audio, or offers a file for download. The part is a `data:` URL. */
export function MediaView({ part, name }: { readonly part: MediaPart; readonly name: string }) {
  const [isBroken, setBroken] = useState(false);
  const mediaType = partMediaType(part) ?? '';
  const url = partUrl(part);
  const about = visibleLine(describeMedia(part).slice(0, 500));
  const isImage = IMAGES.test(mediaType) && !isBroken;
  return (
    <figure class="media">
      {isImage && (
        <img
          src={url}
          alt={`${name}: ${about}`}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
      {mediaType.startsWith('audio/') && (
        // biome-ignore lint/a11y/useMediaCaption: a result has no captions
        <audio controls preload="metadata" src={url} aria-label={`${name}: ${about}`} />
      )}
      <figcaption class="soft small">
        {about}
        {isBroken && ' (the browser cannot show it)'}{' '}
        <a href={url} download={fileName(part, mediaType)}>
          Download<span class="hidden-text"> {name}</span>
        </a>
      </figcaption>
    </figure>
  );
}

function fileName(part: MediaPart, mediaType: string): string {
  const given = part.type === 'file' ? part.file.name : undefined;
  if (given !== undefined && given !== '') return given.replace(/[\p{Cc}/\\]+/gu, '_');
  const [kind = 'file', ending = 'bin'] = mediaType.split('/');
  return `${kind === 'application' ? 'file' : kind}.${ending.replace(/^x-|\+.*$/g, '').replace('jpeg', 'jpg')}`;
}
