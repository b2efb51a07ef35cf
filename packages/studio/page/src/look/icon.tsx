import {
  Anvil,
  Archive,
  ArrowDown,
  ArrowLeft,
  ArrowUp,
  Bot,
  ChartColumn,
  ChevronDown,
  ChevronRight,
  CircleQuestionMark,
  Diff,
  Flag,
  Globe,
  Hand,
  type IconNode,
  Info,
  ListChecks,
  MessageSquare,
  MessagesSquare,
  Pencil,
  Play,
  Sparkles,
  SunMoon,
  Trash2,
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
  evals: ListChecks,
  colours: SunMoon,
  help: CircleQuestionMark,
  back: ArrowLeft,
  up: ArrowUp,
  down: ArrowDown,
  open: ChevronDown,
  closed: ChevronRight,
  // Marks of tools.
  destructive: Trash2,
  deprecated: Archive,
  writes: Pencil,
  net: Globe,
  changed: Diff,
  // The kinds of steps of a run.
  start: Bot,
  model: Sparkles,
  tool: Wrench,
  approval: Hand,
  mark: Info,
  end: Flag,
} as const satisfies Readonly<Record<string, IconNode>>;

export type IconName = keyof typeof ICONS;

/** Shows an icon beside words that say the same, so assistive technology skips it. All icons are equally wide. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {ICONS[name].map(([tag, attributes], index) => h(tag, { ...attributes, key: index }))}
    </svg>
  );
}
