import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { nextIndex } from './next-index.js';
import { visibleRows } from './visible-rows.js';

interface LinkListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly rowHeight: number;
  /** The index of the selected item. */
  readonly current: number;
  readonly keyOf: (item: Item) => string;
  readonly hrefOf: (item: Item) => string | undefined;
  readonly children: (item: Item) => ComponentChildren;
  /** Called when a key moves the selection. If omitted, keys only move the focus. */
  readonly onMove?: ((item: Item) => void) | undefined;
  /** For headings that open and close the items below them; they are items without a link. */
  readonly fold?: Fold<Item>;
  /** A name under which the scroll position is kept while the list is not shown. */
  readonly place?: string;
  readonly class?: string;
}

interface Fold<Item> {
  /** Undefined for items that are no heading. */
  readonly isOpen: (item: Item) => boolean | undefined;
  readonly toggle: (item: Item) => void;
}

/** The scroll positions of lists, by `place`. */
const tops = new Map<string, number>();
const MAX_PLACES = 100;

/**
 * A list of links of equal height that renders only the visible ones. The Tab key reaches only one link; the arrow keys, Home and End move
 * between links.
 */
export function LinkList<Item>(props: LinkListProps<Item>) {
  const { items, rowHeight, current } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const [focused, setFocused] = useState(-1);
  /** The index of the item that should receive the focus after a key press. */
  const target = useRef<number | undefined>(undefined);
  const active = Math.min(focused >= 0 ? focused : Math.max(current, 0), items.length - 1);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => {
      // A list that was hidden has lost its position.
      const top = props.place === undefined ? undefined : tops.get(props.place);
      if (top !== undefined && element.scrollTop === 0) element.scrollTop = top;
      setView({ top: element.scrollTop, height: element.clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (current >= 0) {
      setFocused(current);
      scrollTo(scroller.current, current, rowHeight);
    }
  }, [current, rowHeight]);

  useLayoutEffect(() => {
    // If a later key press has changed the target, this rendering does not move the focus.
    if (target.current !== active) return;
    target.current = undefined;
    scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });

  // Keys can be pressed faster than the list renders.
  const latest = useRef(active);
  latest.current = active;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, latest.current, items.length, Math.floor(view.height / rowHeight));
    const item = next === undefined ? undefined : items[next];
    foldByKey(event, items[latest.current], props.fold);
    if (next === undefined || item === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    target.current = next;
    latest.current = next;
    setFocused(next);
    scrollTo(scroller.current, next, rowHeight);
    props.onMove?.(item);
  };

  const onScroll = ({
    currentTarget: { scrollTop, clientHeight },
  }: {
    readonly currentTarget: HTMLElement;
  }) => {
    if (props.place !== undefined && clientHeight > 0) {
      if (tops.size === MAX_PLACES) tops.clear();
      tops.set(props.place, scrollTop);
    }
    setView({ top: scrollTop, height: clientHeight });
  };

  return (
    <div ref={scroller} class={`links ${props.class ?? ''}`} onScroll={onScroll}>
      <ul
        class="links-inner"
        aria-label={props.label}
        onKeyDown={onKeyDown}
        style={{ height: `${items.length * rowHeight}px` }}
      >
        {visibleRows(view, rowHeight, items.length, active).map((index) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={props.keyOf(item)}
              style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }}
              aria-setsize={items.length}
              aria-posinset={index + 1}
            >
              <Row
                href={props.hrefOf(item)}
                isOpen={props.fold?.isOpen(item)}
                onToggle={() => props.fold?.toggle(item)}
                tabIndex={index === active ? 0 : -1}
                isCurrent={index === current}
                onFocus={() => setFocused(index)}
              >
                {props.children(item)}
              </Row>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly href: string | undefined;
  readonly isOpen: boolean | undefined;
  readonly isCurrent: boolean;
  readonly tabIndex: number;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly children: ComponentChildren;
}

function Row({ href, isOpen, isCurrent, onToggle, ...rest }: RowProps) {
  if (href !== undefined) return <a href={href} aria-current={isCurrent ? 'true' : undefined} {...rest} />;
  return <button type="button" class="row-heading" aria-expanded={isOpen} onClick={onToggle} {...rest} />;
}

/** Closes a heading with the left arrow key, and opens it with the right one. */
function foldByKey<Item>({ key }: KeyboardEvent, item: Item | undefined, fold: Fold<Item> | undefined): void {
  const isOpen = item === undefined ? undefined : fold?.isOpen(item);
  if (item === undefined || isOpen === undefined) return;
  if (key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) fold?.toggle(item);
}

function scrollTo(element: HTMLElement | null, index: number, rowHeight: number): void {
  if (element === null) return;
  const top = index * rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + rowHeight > element.scrollTop + element.clientHeight) {
    element.scrollTop = top + rowHeight - element.clientHeight;
  }
}
