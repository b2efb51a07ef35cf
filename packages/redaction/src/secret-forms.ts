import { appendAll } from '@toolwright/contract';
import { Ends } from './ends.js';
import type { Span } from './spans.js';

/**
 * The key formats of well-known services. Each is a literal prefix followed by characters of one class, so that a search takes linear
 * time.
 */
const KEYS: readonly { readonly begin: readonly string[]; readonly rest: string }[] = [
  // OpenAI, Anthropic, OpenRouter, Stripe; Groq; xAI
  { begin: ['sk-', 'sk_', 'pk_live', 'pk_test', 'rk_live', 'rk_test', 'gsk_', 'xai-'], rest: '[\\w-]{8,}' },
  // Google: API keys, OAuth client secrets, access tokens
  { begin: ['AIza', 'GOCSPX-', 'ya29.'], rest: '[\\w.-]{20,}' },
  // GitHub: classic and fine-grained
  { begin: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'], rest: '\\w{16,}' },
  {
    begin: ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-', 'glagent-', 'glimt-'],
    rest: '[\\w.-]{16,}',
  },
  {
    begin: ['xoxa-', 'xoxb-', 'xoxe-', 'xoxe.', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-'],
    rest: '[\\w.-]{10,}',
  },
  { begin: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], rest: '[0-9A-Z]{16}' },
  // SendGrid; Slack and Discord webhooks, whose paths are the key
  { begin: ['SG.'], rest: '[\\w-]{16,32}\\.[\\w-]{20,}' },
  { begin: ['hooks.slack.com/services/', 'hooks.slack.com/workflows/'], rest: '[\\w/]{16,}' },
  {
    begin: ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    rest: '\\d{8,20}/[\\w-]{16,}',
  },
  // npm, PyPI, Hugging Face, Stripe's webhooks
  { begin: ['npm_', 'pypi-', 'hf_', 'whsec_'], rest: '[\\w-]{16,}' },
  // Twilio, Mailgun, Databricks, Alibaba
  { begin: ['SK', 'key-', 'dapi'], rest: '[0-9a-f]{32}' },
  { begin: ['LTAI'], rest: '[A-Za-z0-9]{20}' },
  // Clouds: DigitalOcean, Fly.io, Heroku, Pulumi, PlanetScale, Supabase, Netlify, Docker, Artifactory, Bedrock
  {
    begin: ['dop_v1_', 'doo_v1_', 'dor_v1_', 'fo1_', 'HRKU-', 'pul-', 'sbp_', 'nfp_'],
    rest: '[\\w-]{32,}',
  },
  { begin: ['dckr_pat_', 'sb_secret_'], rest: '[\\w-]{20,}' },
  { begin: ['fm1a_', 'fm1r_', 'fm2_', 'ABSK', 'ops_eyJ'], rest: '[\\w+/=-]{64,}' },
  { begin: ['pscale_tkn_', 'pscale_oauth_', 'pscale_pw_', 'AKCp'], rest: '[\\w.=-]{32,}' },
  // Shops and payment: Shopify, Square
  { begin: ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'sq0atp-', 'sq0csp-'], rest: '[\\w-]{20,}' },
  // Secret stores and developers' services: Vault, Doppler, Grafana, Sentry, Postman, Linear, Notion, RubyGems, Sendinblue, Figma
  { begin: ['hvs.', 'hvb.', 'dp.pt.', 'dp.st.', 'dp.sa.', 'figd_'], rest: '[\\w-]{24,}' },
  { begin: ['glsa_', 'glc_', 'sntrys_', 'sntryu_', 'PMAK-', 'lin_api_', 'ntn_'], rest: '[\\w+/=-]{32,}' },
  { begin: ['rubygems_', 'xkeysib-', 'ATATT3', 'AGE-SECRET-KEY-1'], rest: '[\\w-]{40,}' },
  // Mail and analytics: Resend, PostHog
  { begin: ['re_'], rest: '[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}' },
  { begin: ['phx_'], rest: '[A-Za-z0-9]{40,}' },
  // Monitoring: New Relic
  { begin: ['NRAK-', 'NRII-', 'NRIQ-', 'NRRA-'], rest: '[\\w-]{27,}' },
  // Models: Cerebras, Fireworks; Perplexity, Replicate, Tavily, Pinecone, NVIDIA, LangSmith
  { begin: ['csk-', 'fw_'], rest: '[A-Za-z0-9]{22,}' },
  { begin: ['pplx-', 'r8_', 'tvly-', 'pcsk_', 'nvapi-', 'lsv2_pt_', 'lsv2_sk_'], rest: '[\\w-]{20,}' },
];

const KEY = new RegExp(
  `(?<![A-Za-z0-9])(?:${KEYS.map(({ begin, rest }) => `(?:${begin.map(escapePattern).join('|')})${rest}`).join('|')})`,
  'g',
);
/** Matches a Telegram bot's number and key. */
const TELEGRAM = /(?<![A-Za-z0-9])(?:bot)?\d{8,10}:[\w-]{35}(?![\w-])/g;
/** Matches JSON Web Tokens. Each part stops at a dot, so that a search takes linear time. */
const JWT = /(?<![A-Za-z0-9_-])eyJ[\w-]{6,}\.[\w-]{2,}(?:\.[\w-]*)?/g;
const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** Matches text that cannot occur in base64 data, including its line breaks and headers. */
const PEM_STOP = /-----|[^\w+/=\s\\:.,()-]|$/g;
/** A variant of {@link PEM_STOP} for a block in a comment or quotation, where each line has a prefix. */
const MARKED_PEM_STOP = /-----|[^\w+/=\s\\:.,()#*>|-]|$/g;
/** Matches a line of base64. */
const PEM_LINE = /[A-Za-z0-9+/=]{12,}/g;
/** The maximum length of a key, including the quotes and operators between its lines in source code. */
const MAX_PEM = 16_000;
const PEM_END = /-----END [A-Z0-9 ]{0,60}-----/y;
const SCHEME = /\b(?:Bearer|Basic)[ \t]{1,8}(?=[^\s"',;\\])/gi;
/** Matches the password in a URL, or a token in place of the user name. */
const USER_INFO = /:\/\/(?:[^\s/@:"'<>\\]{0,256}:([^\s/@"'<>\\]{1,1024})|([^\s/@:"'<>\\]{20,1024}))@/g;

/** The prefixes of well-known keys. A stream withholds text that may become a key. */
export const BEGINNINGS: readonly string[] = [...KEYS.flatMap(({ begin }) => begin), 'eyJ', '-----BEGIN '];

const BEGINNING = new RegExp(BEGINNINGS.map(escapePattern).join('|'));

/** Whether the text may contain a key prefix. */
export function mayHoldKey(text: string): boolean {
  return BEGINNING.test(text);
}

const FORM = new RegExp(
  [KEY, JWT, TELEGRAM, PEM_BEGIN, SCHEME, USER_INFO].map(({ source }) => source).join('|'),
);

/** Whether `findForms` may find something. Takes about 10 ns per character. */
export function hasForm(text: string): boolean {
  return FORM.test(text);
}

/** Finds keys and tokens of known formats. They are secrets wherever they stand, even in the name of a file. */
export function findTokens(text: string): Span[] {
  const found = [KEY, JWT, TELEGRAM].flatMap((form) => [...text.matchAll(form)]);
  const spans = found.map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
  return spans.filter(({ start, end }) => isOpaque(text.slice(start, end)));
}

/** Finds keys, tokens and passwords by their format. */
export function findForms(text: string): Span[] {
  const spans = findTokens(text);
  for (const { 0: match, index } of text.matchAll(PEM_BEGIN)) appendAll(spans, findPem(text, index, match));
  const words = new Ends(text, WORD_END);
  for (const { 0: match, index } of text.matchAll(SCHEME)) {
    const start = index + match.length;
    const end = words.after(start);
    if (isOpaque(text.slice(start, end))) spans.push({ start, end });
  }
  for (const { 0: match, 1: password, 2: token = '', index } of text.matchAll(USER_INFO)) {
    const end = index + match.length - 1;
    spans.push({ start: end - (password ?? token).length, end });
  }
  return spans;
}

/** Whether a word looks generated. Ordinary words are short and contain no digits or inner capitals. */
export function isOpaque(word: string): boolean {
  return word.length >= 24 || /\d|[a-z][A-Z]|[A-Za-z][._~+/=][A-Za-z]/.test(word);
}

/** Matches the names of passwords. Their values may be ordinary words. */
export const PASSWORD_NAME = /pass(?:word|wd|phrase)$/i;

/** Whether text in quotes is one word, and neither a placeholder nor a template. */
export function isWord(text: string): boolean {
  return /^(?![<{%]|\*+$|.*(?:\$\{|\[redacted\]))(?=.*\w)\S{1,200}$/.test(text);
}

/** Finds a PEM block, even if it is truncated. In source code, where each line is a separate string, finds the lines. */
function findPem(text: string, start: number, first: string): Span[] {
  const from = start + first.length;
  PEM_END.lastIndex = findStop(MARKED_PEM_STOP, text, from);
  if (PEM_END.test(text)) return [{ start, end: PEM_END.lastIndex }];
  const spans = [{ start, end: findStop(PEM_STOP, text, from) }];
  const next = text.indexOf('-----', from);
  const body = text.slice(from, Math.min(next === -1 ? text.length : next, from + MAX_PEM));
  for (const { 0: line, index } of body.matchAll(PEM_LINE)) {
    if (isOpaque(line)) spans.push({ start: from + index, end: from + index + line.length });
  }
  return spans;
}

function findStop(stops: RegExp, text: string, start: number): number {
  stops.lastIndex = start;
  return stops.exec(text)?.index ?? text.length;
}

/** The characters that end a word. */
export const WORD_END = /[\s"',;\\<>]/g;

function escapePattern(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
