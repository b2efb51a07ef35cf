import {
  Anvil,
  ArrowDown,
  ArrowLeft,
  ArrowUp,
  Bot,
  ChartColumn,
  ChevronDown,
  ChevronRight,
  CircleQuestionMark,
  Flag,
  Hand,
  type IconNode,
  Info,
  MessageSquare,
  MessagesSquare,
  Play,
  Sparkles,
  SunMoon,
  TriangleAlert,
  Wrench,
} from 'lucide';
import { h } from 'preact';

/** The icons of the page, named by what they mean here. Only the listed ones are part of the page. */
const ICONS = {
  brand: Anvil,
  tools: Wrench,
  runs: Play,
  charts: ChartColumn,
  playground: MessageSquare,
  problems: TriangleAlert,
  sessions: MessagesSquare,
  colours: SunMoon,
  help: CircleQuestionMark,
  back: ArrowLeft,
  up: ArrowUp,
  down: ArrowDown,
  open: ChevronDown,
  closed: ChevronRight,
  // The kinds of steps of a run.
  start: Bot,
  model: Sparkles,
  tool: Wrench,
  approval: Hand,
  mark: Info,
  end: Flag,
} as const satisfies Readonly<Record<string, IconNode>>;

/** Shows an icon beside words that say the same, so assistive technology skips it. All icons are equally wide. */
export function Icon({ name }: { readonly name: keyof typeof ICONS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {ICONS[name].map(([tag, attributes], index) => h(tag, { ...attributes, key: index }))}
    </svg>
  );
}
