import { info } from '../api/studio.js';
import { Text } from './text.js';

interface EditorLinkProps {
  /** A path: absolute, or below the project's folder. */
  readonly file: string;
  readonly line: number;
  readonly children: string;
}

/** A link that opens an editor of the VS Code family. Only the text, until the project's folder is known. */
export function EditorLink({ file, line, children }: EditorLinkProps) {
  const root = info.value?.root;
  if (root === undefined) return <Text text={children} />;
  const path = isAbsolute(file) ? file : `${root}/${file}`;
  const address = `vscode://file${path
    .replaceAll('\\', '/')
    .replace(/^(?!\/)/, '/')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/')}:${line}`;
  return (
    <a class="small" href={address}>
      <Text text={children} />
    </a>
  );
}

function isAbsolute(file: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(file);
}
