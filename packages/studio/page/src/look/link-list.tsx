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
  readonly hrefOf: (item: Item) => string;
  readonly children: (item: Item) => ComponentChildren;
  /** Called when a key moves the selection. If omitted, keys only move the focus. */
  readonly onMove?: ((item: Item) => void) | undefined;
  readonly class?: string;
}

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
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
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
    scroller.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus({ preventScroll: true });
  });

  // Keys can be pressed faster than the list renders.
  const latest = useRef(active);
  latest.current = active;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, latest.current, items.length, Math.floor(view.height / rowHeight));
    const item = next === undefined ? undefined : items[next];
    if (next === undefined || item === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    target.current = next;
    latest.current = next;
    setFocused(next);
    scrollTo(scroller.current, next, rowHeight);
    props.onMove?.(item);
  };

  const onScroll = ({ currentTarget }: { readonly currentTarget: HTMLElement }) =>
    setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight });

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
              <a
                href={props.hrefOf(item)}
                tabIndex={index === active ? 0 : -1}
                aria-current={index === current ? 'true' : undefined}
                onFocus={() => setFocused(index)}
              >
                {props.children(item)}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function scrollTo(element: HTMLElement | null, index: number, rowHeight: number): void {
  if (element === null) return;
  const top = index * rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + rowHeight > element.scrollTop + element.clientHeight) {
    element.scrollTop = top + rowHeight - element.clientHeight;
  }
}
