import type { Effect } from '../effect.js';
import { each } from './each.js';
import type { EffectTable, PackageEffects } from './package-effects.js';

/** Every call of these packages has the same effects. @param names Separated by spaces. */
function all(effects: readonly Effect[], names: string): EffectTable {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, { '*': effects }]));
}

const READ_AND_WRITE: readonly Effect[] = ['fs.read', 'fs.write'];

const FILES_EXTRA: PackageEffects = {
  '*': READ_AND_WRITE,
  ...each(
    ['fs.read'],
    'readFile readFileSync readJson readJsonSync readJSON readJSONSync readdir readdirSync stat statSync lstat access',
  ),
  ...each(['fs.read'], 'pathExists pathExistsSync exists existsSync createReadStream realpath readlink'),
  ...each(
    ['fs.write'],
    'writeFile writeFileSync outputFile outputFileSync writeJson outputJson writeJSON remove removeSync emptyDir',
  ),
  ...each(
    ['fs.write'],
    'ensureDir ensureDirSync ensureFile mkdirp mkdir copy copySync move moveSync unlink rm rmdir appendFile',
  ),
};

const SUBJECTS = ['Subject', 'BehaviorSubject', 'ReplaySubject', 'AsyncSubject']
  .flatMap((name) => [`${name}.next`, `${name}.error`, `${name}.complete`])
  .join(' ');

/** Widely used packages. Those that are not listed are `unknown`; `toolwright.config.json` adds more. */
export const LIBRARIES: EffectTable = {
  // Files
  'fs-extra': FILES_EXTRA,
  'graceful-fs': FILES_EXTRA,
  ...all(
    ['fs.read'],
    'glob fast-glob globby tinyglobby readdirp find-up find-up-simple locate-path chokidar yauzl load-json-file',
  ),
  ...all(['fs.write'], 'rimraf del mkdirp make-dir write-file-atomic tmp tmp-promise tempy move-file cpy'),
  ...all(
    READ_AND_WRITE,
    'jsonfile lowdb proper-lockfile tar archiver adm-zip unzipper extract-zip conf configstore',
  ),
  // Databases
  ...all(
    ['db'],
    'pg pg-pool pg-promise postgres mysql mysql2 mysql2/promise mariadb mssql tedious oracledb better-sqlite3 sqlite sqlite3',
  ),
  ...all(
    ['db'],
    '@libsql/client libsql mongodb mongoose redis @redis/client ioredis cassandra-driver neo4j-driver level lmdb nedb',
  ),
  ...all(
    ['db'],
    '@prisma/client knex kysely sequelize typeorm @mikro-orm/* objection @elastic/elasticsearch memjs pouchdb',
  ),
  ...all(
    ['db'],
    '@opensearch-project/opensearch @planetscale/database @neondatabase/serverless @vercel/postgres @vercel/kv rethinkdb',
  ),
  ...all(['db', 'net'], '@supabase/* @upstash/* firebase firebase-admin firebase/*'),
  'drizzle-orm': { '*': [] },
  'drizzle-orm/*': { '*': ['db'] },
  // HTTP
  ...all(
    ['net'],
    'axios got ky node-fetch cross-fetch isomorphic-fetch undici superagent request needle phin ofetch wretch ws',
  ),
  ...all(
    ['net'],
    'socket.io socket.io-client graphql-request @apollo/client express fastify koa @hono/node-server @octokit/*',
  ),
  ...all(['net', 'process'], 'puppeteer puppeteer-core playwright playwright-core'),
  ...all(['net'], 'ssh2 basic-ftp ssh2-sftp-client @grpc/grpc-js'),
  // Queues
  ...all(['net'], 'amqplib kafkajs nats mqtt stompit @temporalio/client zeromq'),
  ...all(['net', 'db'], 'bull bullmq bee-queue pg-boss agenda'),
  // Mail
  ...all(['net'], 'nodemailer @sendgrid/mail mailgun.js postmark resend imapflow imap'),
  // Clouds and services
  ...all(
    ['net'],
    'aws-sdk @aws-sdk/* @google-cloud/* googleapis @azure/* cloudinary minio stripe twilio @slack/web-api @notionhq/client',
  ),
  ...all(['net'], 'openai @anthropic-ai/sdk @google/genai groq-sdk ollama @sentry/node posthog-node'),
  '@modelcontextprotocol/*': { '*': ['net', 'process'] },
  // Processes
  ...all(
    ['process'],
    'execa cross-spawn zx simple-git node-pty tree-kill foreground-child nano-spawn tinyexec open',
  ),
  shelljs: { '*': ['process', 'fs.read', 'fs.write'] },
  ...all(['fs.read', 'env'], 'dotenv dotenv-flow'),
  which: { '*': ['fs.read', 'env'] },
  // Time and chance
  'date-fns': {
    '*': [],
    ...each(
      ['time'],
      'isToday isTomorrow isYesterday isPast isFuture isThisWeek isThisMonth isThisYear formatDistanceToNow',
    ),
  },
  ...all(['time'], 'dayjs luxon moment moment-timezone'),
  uuid: { '*': ['random'], ...each([], 'parse stringify validate version v3 v5 NIL MAX') },
  nanoid: { '*': ['random'], ...each([], 'urlAlphabet') },
  ...all(['random'], 'ulid cuid @paralleldrive/cuid2 random-js seedrandom'),
  // Functions of their arguments
  ...all(
    [],
    'zod zod/* valibot ajv ajv-formats lodash lodash-es lodash/* ramda remeda immer semver yaml js-yaml smol-toml toml',
  ),
  ...all(
    [],
    'ms bytes diff chalk picocolors kleur ansi-styles strip-ansi string-width minimatch micromatch picomatch marked markdown-it',
  ),
  ...all(
    [],
    'cheerio parse5 htmlparser2 turndown jsonrepair fast-deep-equal deepmerge qs mime mime-types debug p-limit p-map p-queue',
  ),
  ...all(
    [],
    'p-retry reflect-metadata tslib camelcase change-case pluralize escape-string-regexp ignore csv-parse csv-stringify papaparse',
  ),
  // What was subscribed before runs with the next value.
  ...Object.fromEntries(
    ['rxjs', 'rxjs/*'].map((name) => [name, { '*': [], ...each(['unknown'], SUBJECTS) }]),
  ),
  // Toolwright: what a tool gets and returns. Agents and registries run other code.
  ...all([], '@toolwright/contract @toolwright/schema @toolwright/prompts'),
  '@toolwright/tools': {
    '*': [],
    ...each(['unknown'], 'ToolRegistry.call ToolRegistry.callSync ToolRegistry.execute'),
  },
  '@toolwright/capabilities': { '*': ['net', 'unknown'], createUpdateTools: [] },
  '@toolwright/llm': { '*': ['net', 'env'] },
  '@toolwright/*': { '*': ['net', 'unknown'] },
  toolwright: {
    '*': ['unknown'],
    ...each(['net', 'unknown'], 'Agent agentCall binaryClassify classify createClient'),
    ...each(
      [],
      'tool content image file audio text ToolContext ToolwrightError isToolwrightError createMessage createRedaction Dialog ' +
        'errorMessage escapeTemplate estimateTokens Memory parseOutput parsers presets Prompt PromptRegistry typedSchema ' +
        'secret reveal trust',
    ),
  },
};
