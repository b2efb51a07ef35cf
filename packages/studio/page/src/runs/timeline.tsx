import { formatDuration } from '@toolwright/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isDark } from '../look/scheme.js';
import { Line } from '../look/text.js';
import { readColors } from './bar-colors.js';
import { describeStep } from './describe-step.js';
import { AXIS, barAt, type DrawInput, drawTimeline, LANE } from './draw-timeline.js';
import type { Layout, PlacedBar } from './layout.js';
import { pan, reveal, type TimeWindow, zoomAt } from './time-window.js';

interface TimelineProps {
  readonly layout: Layout;
  /** The id of the selected step. */
  readonly selected: number | undefined;
  readonly onSelect: (id: number) => void;
  readonly isLive: boolean;
}

/** The number of lanes that are visible without scrolling. */
const MOST_LANES = 8;
/** The width of the names of the lanes in pixels, and the least width of a timeline that shows them. */
const GUTTER = 116;
const LEAST_WITH_NAMES = 560;

/**
 * The timeline of a run, drawn on a canvas so that ten thousand bars take only one frame. For assistive technology, the list of steps next
 * to it contains the same information.
 */
export function Timeline({ layout, selected, onSelect, isLive }: TimelineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [fullWidth, setWidth] = useState(0);
  const [scrollTop, setScrollTop] = useState(0);
  const [zoomed, setZoomed] = useState<TimeWindow | undefined>(undefined);
  const [hovered, setHovered] = useState<PlacedBar | undefined>(undefined);
  const whole = wholeOf(layout);
  const window = zoomed ?? whole;
  const gutter = fullWidth < LEAST_WITH_NAMES ? 0 : GUTTER;
  const width = Math.max(0, fullWidth - gutter);
  const lanes = Math.min(MOST_LANES, layout.lanes);
  const height = AXIS + lanes * LANE + 4;
  const input = (): DrawInput => ({
    layout,
    window,
    gutter,
    width,
    height,
    scrollTop,
    selected,
    hovered: hovered?.step.id,
    colors: readColors(getComputedStyle(document.documentElement), isDark()),
  });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (canvas.current !== null && width > 0) paint(canvas.current, input());
  });
  useSchemeChange(() => setHovered(undefined));

  useEffect(() => {
    const bar = layout.bars.find(({ step }) => step.id === selected);
    if (bar === undefined) return;
    if (zoomed !== undefined) setZoomed(reveal(zoomed, whole, { from: bar.start, to: bar.end }));
    const top = bar.lane * LANE;
    const element = scroller.current;
    if (element !== null && (top < element.scrollTop || top + LANE > element.scrollTop + lanes * LANE)) {
      element.scrollTop = Math.max(0, top - LANE);
    }
  }, [selected]);

  const zoom = (factor: number, share = 0.5) => {
    const at = window.from + (window.to - window.from) * share;
    const next = zoomAt(window, whole, at, factor);
    setZoomed(next.to - next.from >= whole.to - whole.from ? undefined : next);
  };
  const drag = useDrag((share) => setZoomed(zoomed && pan(zoomed, whole, -share)), width);
  const place = (event: MouseEvent) => {
    const box = canvas.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0) - gutter, y: event.clientY - (box?.top ?? 0) };
  };
  useWheel(scroller, (event) => {
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      if (zoomed !== undefined)
        setZoomed(pan(zoomed, whole, (event.deltaX || event.deltaY) / Math.max(1, width)));
    } else zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, place(event).x / Math.max(1, width));
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Readonly<Record<string, () => void>> = {
      '+': () => zoom(0.5),
      '=': () => zoom(0.5),
      '-': () => zoom(2),
      '0': () => setZoomed(undefined),
      ArrowRight: () => step(1),
      ArrowLeft: () => step(-1),
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  const step = (by: 1 | -1) => {
    const order = layout.bars.toSorted((a, b) => a.step.id - b.step.id);
    const at = order.findIndex((bar) => bar.step.id === selected);
    const next = order[Math.min(order.length - 1, Math.max(0, at + by))];
    if (next !== undefined) onSelect(next.step.id);
  };

  return (
    <div class="timeline">
      <div class="timeline-bar">
        <span class="soft small one-line grow">{hovered === undefined ? legend() : tip(hovered)}</span>
        {isLive && <span class="tag busy">live</span>}
        <button type="button" class="quiet" aria-label="Zoom out" onClick={() => zoom(2)}>
          −
        </button>
        <button type="button" class="quiet" aria-label="Zoom in" onClick={() => zoom(0.5)}>
          +
        </button>
        <button
          type="button"
          class="quiet"
          disabled={zoomed === undefined}
          onClick={() => setZoomed(undefined)}
        >
          All
        </button>
      </div>
      <section
        ref={scroller}
        class="timeline-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys zoom and step
        tabIndex={0}
        aria-label="Timeline: plus and minus zoom, 0 shows all, arrow keys step. The list below has the same steps."
        style={{ height: `${height}px` }}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
      >
        <div style={{ height: `${AXIS + layout.lanes * LANE}px` }}>
          <canvas
            ref={canvas}
            class="timeline-canvas"
            onPointerDown={drag.onDown}
            onPointerMove={(event) => {
              drag.onMove(event);
              const { x, y } = place(event);
              const bar = barAt(input(), x, y);
              if (bar !== hovered) setHovered(bar);
            }}
            onPointerUp={(event) => {
              if (drag.onUp()) return;
              const { x, y } = place(event);
              const bar = barAt(input(), x, y);
              if (bar !== undefined) onSelect(bar.step.id);
            }}
            onPointerLeave={() => setHovered(undefined)}
          />
        </div>
      </section>
    </div>
  );
}

function paint(element: HTMLCanvasElement, input: DrawInput): void {
  const ratio = globalThis.devicePixelRatio || 1;
  const [width, height] = [
    Math.round((input.gutter + input.width) * ratio),
    Math.round(input.height * ratio),
  ];
  if (element.width !== width || element.height !== height) {
    element.width = width;
    element.height = height;
    element.style.width = `${input.gutter + input.width}px`;
    element.style.height = `${input.height}px`;
  }
  const context = element.getContext('2d');
  if (context === null) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawTimeline(context, input);
}

/** Returns the whole time range, with margins at both ends. */
function wholeOf({ start, end }: Layout): TimeWindow {
  const margin = Math.max(1, (end - start) * 0.015);
  return { from: start - margin, to: end + margin };
}

function tip({ step, start, end }: PlacedBar) {
  const { title, note } = describeStep(step);
  return <Line text={`${title} · ${formatDuration(end - start)}${note === '' ? '' : ` · ${note}`}`} />;
}

function legend() {
  const names = [
    ['model', 'model'],
    ['tool', 'tool'],
    ['agent', 'agent'],
    ['warn', 'notice'],
    ['bad', 'failure'],
  ] as const;
  return names.map(([tone, name]) => (
    <span key={tone} class="legend">
      <span class={`step-sign ${tone}`} aria-hidden="true" /> {name}
    </span>
  ));
}

/** Distinguishes a drag from a click. */
function useDrag(onPan: (share: number) => void, width: number) {
  const from = useRef<number | undefined>(undefined);
  const moved = useRef(false);
  return {
    onDown(event: PointerEvent) {
      from.current = event.clientX;
      moved.current = false;
    },
    onMove(event: PointerEvent) {
      if (from.current === undefined || event.buttons === 0) return;
      const by = event.clientX - from.current;
      if (!moved.current && Math.abs(by) < 4) return;
      moved.current = true;
      from.current = event.clientX;
      onPan(by / Math.max(1, width));
    },
    /** @returns whether it was a drag */
    onUp(): boolean {
      from.current = undefined;
      return moved.current;
    },
  };
}

/** Adds a wheel listener that is not passive, so that it can prevent scrolling. */
function useWheel(
  element: { readonly current: HTMLElement | null },
  onWheel: (event: WheelEvent) => void,
): void {
  const latest = useRef(onWheel);
  latest.current = onWheel;
  useEffect(() => {
    const target = element.current;
    const listen = (event: WheelEvent) => {
      event.preventDefault();
      latest.current(event);
    };
    target?.addEventListener('wheel', listen, { passive: false });
    return () => target?.removeEventListener('wheel', listen);
  }, [element]);
}

/** Repaints when the colour scheme changes. */
function useSchemeChange(onChange: () => void): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    const repaint = () => {
      onChange();
      setCount((count) => count + 1);
    };
    const media = matchMedia('(prefers-color-scheme: dark)');
    media.addEventListener('change', repaint);
    const observer = new MutationObserver(repaint);
    observer.observe(document.documentElement, { attributeFilter: ['data-scheme'] });
    return () => {
      media.removeEventListener('change', repaint);
      observer.disconnect();
    };
  }, []);
}
