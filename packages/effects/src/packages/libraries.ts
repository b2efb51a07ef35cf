import type { Effect } from '../effect.js';
import { each } from './each.js';
import { DATE_FNS, DRIZZLE_ORM, LODASH, RXJS, RXJS_CLOCK } from './members.js';
import { FILES } from './node-modules.js';
import type { EffectTable, PackageEffects } from './package-effects.js';

/** Gives every call of these packages the same effects. @param names Separated by spaces. */
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

/** Lists a name as an export and as a member of any class: `_.shuffle(list)`, `_(list).shuffle()`. */
function eachMember(effects: readonly Effect[], names: string): PackageEffects {
  return { ...each(effects, names), ...each(effects, names.replaceAll(/(?<=^| )/g, '.')) };
}

const SUBJECTS = ['Subject', 'BehaviorSubject', 'ReplaySubject', 'AsyncSubject']
  .flatMap((name) => [`${name}.next`, `${name}.error`, `${name}.complete`])
  .join(' ');

const LODASH_EFFECTS: PackageEffects = {
  // The functions that these return run their own arguments.
  ...each([], `default .call ${LODASH}`),
  ...eachMember(['random'], 'random sample sampleSize shuffle'),
  ...eachMember(['time'], 'now debounce throttle delay defer'),
  ...eachMember(['eval'], 'template'),
  ...eachMember(['state'], 'uniqueId mixin'),
};

/** The effects of date functions: without an argument, they use the current time. */
const MOMENT: PackageEffects = {
  '*': [],
  ...each(['time'], 'default() moment() utc() local() parseZone() now .fromNow .toNow .calendar'),
  ...each(['time'], '.isBefore() .isAfter() .isSame() .isSameOrBefore() .isSameOrAfter()'),
  ...each(['state'], 'updateLocale defineLocale locale lang suppressDeprecationWarnings'),
  ...each(['state'], 'relativeTimeRounding relativeTimeThreshold'),
};

/** Members of HTTP clients that send nothing: errors, type guards and builders. */
const HTTP_BUILDERS: Readonly<Record<string, string>> = {
  axios:
    'create spread AxiosError AxiosHeaders CanceledError CancelToken HttpStatusCode isAxiosError isCancel toFormData formToJSON getAdapter ' +
    'mergeConfig all .getUri AxiosInterceptorManager',
  got:
    'extend .extend Options ParseError RequestError MaxRedirectsError HTTPError CacheError UploadError TimeoutError ReadError RetryError ' +
    'AbortError CancelError parseLinkHeader isResponseOk generateRequestId',
  ky: 'create extend .create .extend HTTPError TimeoutError ForceRetryError isKyError isHTTPError isTimeoutError isForceRetryError',
  'node-fetch': 'isRedirect FormData Blob File Headers Request FetchError AbortError',
  undici:
    'Headers Request FormData errors util parseMIMEType serializeAMimeType parseCookie getCookies getSetCookies setCookie deleteCookie',
  ofetch: 'createFetch createFetchError FetchError Headers AbortController .create',
  'graphql-request': 'gql ClientError analyzeDocument',
  '@apollo/client':
    'gql makeVar isReference DocumentTransform CombinedGraphQLErrors ServerError ServerParseError',
};

/** Widely used packages. All others are `unknown`; `toolwright.config.json` can add entries. */
export const LIBRARIES: EffectTable = {
  // Files
  'fs-extra': FILES_EXTRA,
  'graceful-fs': FILES,
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
    'pg pg-pool pg-promise postgres mysql mysql2 mariadb mssql tedious oracledb better-sqlite3 sqlite sqlite3',
  ),
  ...all(
    ['db'],
    '@libsql/client libsql mongodb redis @redis/client ioredis cassandra-driver neo4j-driver level lmdb nedb',
  ),
  ...all(
    ['db'],
    '@prisma/client knex kysely sequelize typeorm @mikro-orm/* objection @elastic/elasticsearch memjs pouchdb',
  ),
  ...all(
    ['db'],
    '@opensearch-project/opensearch @planetscale/database @neondatabase/serverless @vercel/postgres @vercel/kv rethinkdb',
  ),
  ...all(['db', 'net'], '@supabase/* @upstash/* firebase firebase-admin @firebase/*'),
  mongoose: {
    '*': ['db'],
    // A document is created in memory.
    ...each(
      [],
      'Model.constructor Schema Types isValidObjectId isObjectIdOrHexString Error MongooseError model models modelNames trusted sanitizeFilter .toObject .toJSON .validateSync .isModified .markModified',
    ),
  },
  // Builders of tables, conditions and columns do not run queries.
  'drizzle-orm': { '*': ['db'], ...each([], DRIZZLE_ORM) },
  // HTTP
  ...Object.fromEntries(
    Object.entries(HTTP_BUILDERS).map(([name, pure]) => [name, { '*': ['net'], ...each([], pure) }]),
  ),
  ...all(['net'], 'cross-fetch isomorphic-fetch superagent request needle phin wretch ws'),
  ...all(['net'], 'socket.io socket.io-client express fastify koa @hono/node-server @octokit/*'),
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
    'aws-sdk @aws-sdk/* @smithy/* @google-cloud/* googleapis @azure/* cloudinary minio stripe twilio @slack/web-api @notionhq/client',
  ),
  ...all(['net'], 'openai @anthropic-ai/sdk @google/genai groq-sdk ollama @sentry/node posthog-node'),
  '@modelcontextprotocol/*': {
    '*': ['net', 'process'],
    // What a server says to the client that called it takes the way of the answer.
    ...each([], '.sendNotification .sendLoggingMessage .sendResourceUpdated .sendResourceListChanged'),
    ...each([], '.sendToolListChanged .sendPromptListChanged .getClientCapabilities .getClientVersion'),
    ...each(
      [],
      '.setRequestHandler .setNotificationHandler .removeRequestHandler .removeNotificationHandler',
    ),
    // The user or the model of that client answers. Both sides of a connection inherit some of these.
    ...each(['unknown'], '.sendRequest .createMessage .elicitInput .listRoots .ping .notification .request'),
    ...each([], 'Server McpServer McpError ProtocolError ErrorCode ProtocolErrorCode'),
    ...each([], 'LATEST_PROTOCOL_VERSION SUPPORTED_PROTOCOL_VERSIONS'),
    ...each(['net', 'process'], '.connect .close'),
  },
  // Processes
  ...all(
    ['process'],
    'execa cross-spawn zx simple-git node-pty tree-kill foreground-child nano-spawn tinyexec open',
  ),
  shelljs: { '*': ['process', 'fs.read', 'fs.write'] },
  dotenv: {
    ...each(['fs.read', 'env', 'process'], 'config configDotenv'),
    // `populate` changes its first argument, which may be the environment.
    ...each([], 'parse populate decrypt'),
  },
  ...all(['fs.read', 'env', 'process'], 'dotenv-flow'),
  which: { '*': ['fs.read', 'env'] },
  // Time and random values
  'date-fns': {
    ...each([], `.call ${DATE_FNS}`),
    ...each(
      ['time'],
      'constructNow endOfToday endOfTomorrow endOfYesterday formatDistanceToNow formatDistanceToNowStrict isFuture isMatch isPast isThisHour ' +
        'isThisISOWeek isThisMinute isThisMonth isThisQuarter isThisSecond isThisWeek isThisYear isToday isTomorrow isYesterday ' +
        'startOfToday startOfTomorrow startOfYesterday',
    ),
    setDefaultOptions: ['state'],
  },
  dayjs: {
    '*': [],
    ...each(
      ['time'],
      'default() dayjs() utc() tz() .fromNow .toNow .isToday .isTomorrow .isYesterday .calendar()',
    ),
    ...each(['time'], '.isBefore() .isAfter() .isSame() .isSameOrBefore() .isSameOrAfter() .diff()'),
    ...each(['state'], 'extend locale'),
    ...each([], '.add .set'),
  },
  moment: MOMENT,
  'moment-timezone': { ...MOMENT, tz: ['time'], 'tz.setDefault': ['state'] },
  luxon: {
    ...each([], '* .set'),
    ...each(
      ['time'],
      'DateTime.now DateTime.local() DateTime.utc() DateTime.fromObject DateTime.fromFormat Info.hasDST',
    ),
    ...each(['time'], 'DateTime.toRelative DateTime.toRelativeCalendar DateTime.diffNow'),
  },
  uuid: { '*': ['random'], ...each([], 'parse stringify validate version v3 v5 v1ToV6 v6ToV1 NIL MAX') },
  nanoid: { '*': ['random'], ...each([], 'urlAlphabet') },
  ulid: {
    '*': ['random', 'time'],
    ...each(
      [],
      'decodeTime encodeTime isValid ulidToUUID uuidToULID fixULIDBase32 incrementBase32 ULIDError ULIDErrorCode',
    ),
  },
  ...all(['random'], 'cuid @paralleldrive/cuid2 random-js seedrandom'),
  // Functions that depend only on their arguments
  ...all([], 'ajv ajv-formats immer semver yaml js-yaml smol-toml toml'),
  ...all(
    [],
    'ms bytes diff chalk picocolors kleur ansi-styles strip-ansi string-width minimatch micromatch picomatch marked markdown-it',
  ),
  ...Object.fromEntries(['lodash', 'lodash-es'].map((name) => [name, LODASH_EFFECTS])),
  ramda: { '*': [] },
  remeda: {
    '*': [],
    ...each(['random'], 'randomBigInt randomInteger randomString sample shuffle'),
    ...each(['time'], 'debounce funnel'),
  },
  zod: {
    '*': [],
    ...each(['state'], 'config setErrorMap $ZodRegistry.add $ZodRegistry.remove $ZodRegistry.clear'),
  },
  valibot: {
    '*': [],
    ...each(
      ['state'],
      'setGlobalConfig deleteGlobalConfig setGlobalMessage setSchemaMessage setSpecificMessage deleteGlobalMessage',
    ),
  },
  cheerio: { '*': [], fromURL: ['net'] },
  ...all(
    [],
    'parse5 htmlparser2 turndown jsonrepair fast-deep-equal deepmerge qs mime mime-types debug p-limit p-map',
  ),
  ...all(
    [],
    'reflect-metadata tslib camelcase change-case pluralize escape-string-regexp ignore csv-parse csv-stringify papaparse',
  ),
  ...all([], 'p-queue'),
  'p-retry': { '*': ['time'], ...each([], 'AbortError') },
  rxjs: {
    ...each([], RXJS),
    ...each(['time'], RXJS_CLOCK),
    ...each(['net'], 'fromFetch ajax AjaxCreationMethod webSocket WebSocketSubject'),
    // Existing subscribers run when these are called.
    ...each(['unknown'], SUBJECTS),
  },
  // Frameworks
  '@nestjs/common': {
    '*': [],
    ...each(['unknown'], 'StreamableFile.getStream CallHandler.handle ArgumentsHost ExecutionContext'),
  },
  pino: { '*': [], ...each(['fs.write'], 'destination'), ...each(['process'], 'transport') },
  winston: {
    '*': [],
    ...each(['fs.write'], 'transports.File File'),
    ...each(['net'], 'transports.Http Http'),
    ...each(['fs.read'], '.query'),
    ...each(['time'], '.startTimer .profile'),
  },
  ...all([], 'logform'),
  'lru-cache': {
    '*': [],
    ...each(['unknown'], '.fetch .forceFetch .memo'),
    ...each(['time'], '.getRemainingTTL'),
    ...each(['state'], '.purgeStale .pop .load'),
  },
  jsonwebtoken: { '*': [], ...each(['time'], 'sign verify') },
  // The listeners are registered elsewhere in the program.
  eventemitter3: { '*': [], ...each(['unknown'], 'EventEmitter.emit') },
  // Toolwright's own APIs: only the types that tools receive and return. Agents and registries run other code.
  ...all(
    [],
    '@toolwright/contract @toolwright/redaction @toolwright/json @toolwright/json-schema @toolwright/prompts',
  ),
  '@toolwright/tools': {
    '*': [],
    ...each(['unknown'], 'ToolRegistry.call ToolRegistry.callSync ToolRegistry.execute'),
  },
  '@toolwright/capabilities': {
    '*': ['net', 'unknown'],
    createUpdateTools: [],
    skills: ['fs.read', 'process'],
    runProgram: ['process'],
    ...each(['fs.read'], 'openInside resolveInside'),
    ...each([], 'isBinary isMissing kindOf NO_WAIT plainPath refused refusedPath'),
  },
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
