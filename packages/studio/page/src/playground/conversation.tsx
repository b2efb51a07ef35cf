import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** How far from its end a list still counts as scrolled to it, in pixels. */
const NEAR = 40;

interface ConversationProps {
  /** The number of turns. After a new one, the end is in view. */
  readonly turns: number;
  readonly children: ComponentChildren;
}

/** Keeps the end of the conversation in view, unless one has scrolled up. */
export function Conversation({ turns, children }: ConversationProps) {
  const outer = useRef<HTMLElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const top = useRef(0);
  useEffect(() => {
    isAtEnd.current = true;
  }, [turns]);
  useEffect(() => {
    const watched = new ResizeObserver(() => {
      if (isAtEnd.current && outer.current !== null) outer.current.scrollTop = outer.current.scrollHeight;
    });
    if (inner.current !== null) watched.observe(inner.current);
    return () => watched.disconnect();
  }, []);
  return (
    <section
      class="conversation"
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      ref={outer}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        // The event may come after more text has arrived, so the distance from the end says little.
        if (scrollTop < top.current) isAtEnd.current = false;
        if (scrollHeight - scrollTop - clientHeight < NEAR) isAtEnd.current = true;
        top.current = scrollTop;
      }}
    >
      <h2 class="hidden-text">Conversation</h2>
      <div class="conversation-inner stack" ref={inner}>
        {children}
      </div>
    </section>
  );
}
