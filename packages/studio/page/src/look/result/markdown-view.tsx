import { visibleLine, visibleText } from '@toolwright/contract';
import type { Inline } from '../../../../src/markdown/inline.js';
import type { Block } from '../../../../src/markdown/read-markdown.js';

/** Shows blocks of untrusted Markdown as elements of the page. Nothing of the text becomes markup. */
export function MarkdownView({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div class="markdown" dir="auto">
      <Blocks blocks={blocks} />
    </div>
  );
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Parts parts={block.parts} />
        </p>
      );
    case 'heading':
      // The page has its own headings: these are not part of its outline.
      return (
        <p class={`markdown-heading level-${Math.min(block.level, 3)}`}>
          <Parts parts={block.parts} />
        </p>
      );
    case 'code':
      return <pre>{visibleText(block.text)}</pre>;
    case 'rule':
      return <hr />;
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'list':
      return <ListView block={block} />;
    case 'table':
      return <TableBlock rows={block.rows} />;
    default:
      return block satisfies never;
  }
}

function ListView({ block }: { readonly block: Extract<Block, { kind: 'list' }> }) {
  const items = block.items.map((item, index) => (
    <li key={index}>
      <Blocks blocks={item} />
    </li>
  ));
  return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
}

function TableBlock({ rows: [head = [], ...rows] }: Pick<Extract<Block, { kind: 'table' }>, 'rows'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table-scroll" tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                <Parts parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, at) => (
                <td key={at}>
                  <Parts parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Parts({ parts }: { readonly parts: readonly Inline[] }) {
  return (
    <>
      {parts.map((part, index) => (
        <InlineView key={index} part={part} />
      ))}
    </>
  );
}

function InlineView({ part }: { readonly part: Inline }) {
  switch (part.kind) {
    case 'text':
      return <>{visibleText(part.text)}</>;
    case 'code':
      return <code>{visibleText(part.text)}</code>;
    case 'strong':
      return (
        <strong>
          <Parts parts={part.parts} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Parts parts={part.parts} />
        </em>
      );
    case 'deleted':
      return (
        <del>
          <Parts parts={part.parts} />
        </del>
      );
    case 'link':
      return <LinkView part={part} />;
    default:
      return part satisfies never;
  }
}

/** A link that shows where it leads, because its text may say something else. */
function LinkView({ part: { url, parts } }: { readonly part: Extract<Inline, { kind: 'link' }> }) {
  const [only] = parts;
  const isAddress = parts.length === 1 && only?.kind === 'text' && only.text === url;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      <Parts parts={parts} />
      {!isAddress && <span class="soft small"> ({visibleLine(url)})</span>}
    </a>
  );
}
