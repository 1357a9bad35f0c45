import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { singleLine } from '../errors/command-error.js';
import {
  connectionUrl,
  type CorsOrigins,
  count,
  databaseUrl,
  failpoints,
  hostList,
  onOff,
  optional,
  optionalCount,
  parseCorsOrigins,
  parsedBy,
  port,
  redisUrl,
  secret,
} from './config-values.js';
import { projectRoot } from './project-root.js';
import { parseTrustProxy, type TrustProxy } from './trust-proxy.js';
import { cannotRead } from './unreadable-file.js';

/**
 * The configuration of a process. It is read once, from the environment variables. This is the only file that reads
 * `process.env`, as a lint rule checks; all other code gets a {@link Config}.
 */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The port on which metrics are served; null if they are not served. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /**
   * The secret of operators. It is the password of the queue dashboard, on the port of the metrics, and the key of the operator
   * API. Null if neither the dashboard nor the operator API is in use.
   */
  readonly operatorKey: string | null;
  /** Whether the operator API, the routes under `/operator/v1`, can be called. */
  readonly operatorApi: 'on' | 'off';
  /** Maximum size in bytes of a file that an operator uploads for an import. */
  readonly operatorUploadBytes: number;
  /** For how many days it is kept what an import has changed, so that it can be shown and taken back. */
  readonly importHistoryDays: number;
  /**
   * The URL of the PostgreSQL database. If it is null, the service starts a PostgreSQL server of its own, with its data under
   * `dataDir`.
   */
  readonly databaseUrl: string | null;
  /**
   * The URL of a read replica, from which requests for enrichment and signals read. If it is null, they read from the primary
   * database.
   */
  readonly databaseReadUrl: string | null;
  /**
   * The URL for sessions that last longer than one transaction. It leads directly to the database, past the connection pooler at
   * `databaseUrl`. It may be null if there is no pooler, or if the pooler gives each session a connection of its own.
   */
  readonly databaseDirectUrl: string | null;
  /** `off` if statements are sent without names, because the connection pooler does not keep prepared statements. */
  readonly databasePrepared: 'on' | 'off';
  /**
   * With `on`, this process applies missing migrations. With `off` it only checks that none is missing, because `admin migrate`
   * applies them.
   */
  readonly migrate: 'on' | 'off';
  /** Timeout of each SQL statement of a request, in milliseconds. Null means no timeout; the commands use null. */
  readonly databaseTimeoutMs: number | null;
  readonly dataDir: string;
  /**
   * The URL of Redis. If it is null, every instance of the service counts rate limits for itself, and the job queue is in
   * PostgreSQL.
   */
  readonly redisUrl: string | null;
  /**
   * With `inline`, the service process also runs the workers of the job queue. With `off`, separate worker processes run the
   * jobs.
   */
  readonly worker: 'inline' | 'off';
  /** The number of service processes that share the port. */
  readonly webConcurrency: number;
  readonly rateBurstLimit: number;
  readonly rateBurstWindowSeconds: number;
  readonly ratePerSecond: number;
  /**
   * The number of bytes that one key may send in request bodies per second, on average. If it is null, it is derived from the
   * number of requests that the key may send per second.
   */
  readonly rateBodyBytesPerSecond: number | null;
  /** Maximum number of identifiers in one request. */
  readonly maxBatch: number;
  /** Maximum number of bytes of all large answers together that are under way at the same time. */
  readonly largeAnswerBytes: number;
  readonly trustProxy: TrustProxy;
  /** The origins whose pages may call the service from a browser. */
  readonly corsOrigins: CorsOrigins;
  /** Whether answers are compressed. It is `off` if, for example, a proxy in front of the service compresses the answers. */
  readonly compression: 'on' | 'off';
  /** Whether AI agents can call tools at `POST /mcp` (Model Context Protocol). */
  readonly mcp: 'on' | 'off';
  /** Whether companies and persons can be searched by conditions, for which indexes are kept that imports have to fill. */
  readonly search: 'on' | 'off';
  /** Whether the console, web pages for users of the API, is served at `/console`. */
  readonly console: 'on' | 'off';
  /** The secret with which API keys are hashed. If it is null, a random secret is used, which the database stores. */
  readonly apiKeyPepper: string | null;
  /** The host names that profile URLs may have, in lower case. Null allows every host. */
  readonly networkHosts: readonly string[] | null;
  /**
   * Whether credits are counted. Installations without billing set `off`: nothing is charged, and no request is refused for a
   * lack of credits.
   */
  readonly credits: 'on' | 'off';
  /** Whether the service stores which tenant received data of which person on which day. */
  readonly disclosures: 'on' | 'off';
  /** For one tenant, the maximum number of bytes of the answers that are stored for retries with an `Idempotency-Key`. */
  readonly storedAnswersBytes: number;
  /**
   * The time in seconds after which reserved credits are given back if the request or run that reserved them has not settled
   * them.
   */
  readonly creditHoldSeconds: number;
  /**
   * The URL of an OpenAI-compatible API, including the version, such as `https://api.openai.com/v1`. Its model writes the
   * reasoning of prospects. If the URL is null, the built-in writer does.
   */
  readonly llmBaseUrl: string | null;
  readonly llmApiKey: string | null;
  readonly llmModel: string;
  /** How long the language model may answer nothing before the built-in writer writes instead, in milliseconds. */
  readonly llmTimeoutMs: number;
  /** How long a request waits for an answer of the job queue, in milliseconds. */
  readonly prospectingUpstreamTimeoutMs: number;
  /** Maximum number of prospecting runs that this process runs at the same time. */
  readonly prospectingConcurrency: number;
  /** Maximum number of prospecting runs of one tenant at the same time, in all processes together. */
  readonly prospectingTenantConcurrency: number;
  /**
   * How long a worker may keep a run without renewing its lease, in seconds. After this time another worker takes the run over.
   */
  readonly prospectingLeaseSeconds: number;
  /** Time limit of one attempt at a prospecting run, in seconds. */
  readonly prospectingRunSeconds: number;
  /**
   * `public only` if callbacks may only go to public addresses, by HTTPS. `any` if they may also go to private networks and use
   * plain HTTP.
   */
  readonly callbackTargets: 'public only' | 'any';
  /** For each failpoint, the probability with which this process kills itself there. Only crash tests set it. */
  readonly failpoints: ReadonlyMap<string, number>;
  /** Whether traces are sent. OpenTelemetry's library itself reads from the environment where to send them. */
  readonly tracing: 'on' | 'off';
  /** Whether the demo tenant and the demo data are created in an empty database. */
  readonly isSeeded: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

export const configToken = Symbol('Config');

/** The error for settings that cannot be used. The message is one line and names the variables of these settings. */
class ConfigError extends Error {}

const variables = z.object({
  PORT: port.default(3000),
  HOST: optional,
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OPERATOR_KEY: secret,
  OPERATOR_API: onOff('off'),
  OPERATOR_UPLOAD_MB: count(1_024, 65_536),
  IMPORT_HISTORY_DAYS: count(30, 3_650),
  DATABASE_URL: databaseUrl,
  DATABASE_READ_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_PREPARED: onOff('on'),
  MIGRATE: onOff('on'),
  DATABASE_TIMEOUT_MS: count(10_000, 600_000),
  DATA_DIR: z.string().default('.data'),
  REDIS_URL: redisUrl,
  WORKER: z.enum(['inline', 'off'], 'must be inline or off').default('inline'),
  WEB_CONCURRENCY: count(1, 64),
  RATE_BURST_LIMIT: count(1_000, 1_000_000),
  RATE_BURST_WINDOW_SECONDS: count(60, 86_400),
  RATE_PER_SECOND: count(100, 1_000_000),
  RATE_BODY_MB_PER_SECOND: optionalCount(65_536),
  MAX_BATCH: count(1_000, 100_000),
  LARGE_ANSWERS_MB: count(64, 65_536),
  TRUST_PROXY: parsedBy(parseTrustProxy),
  CORS_ORIGINS: parsedBy(parseCorsOrigins),
  COMPRESSION: onOff('on'),
  MCP: onOff('off'),
  SEARCH: onOff('off'),
  CONSOLE: onOff('on'),
  API_KEY_PEPPER: secret,
  NETWORK_HOSTS: hostList,
  // `MATCHING_DIR` is read by the function `matchingDir` below. It is listed here so that the list of variables is complete.
  MATCHING_DIR: optional,
  CREDITS: onOff('on'),
  DISCLOSURES: onOff('off'),
  STORED_ANSWERS_MB: count(1_024, 1_048_576),
  CREDIT_HOLD_SECONDS: count(300, 86_400),
  LLM_BASE_URL: connectionUrl('http', 'https'),
  LLM_API_KEY: optional,
  LLM_MODEL: z.string().default('gpt-4o-mini'),
  // The `fetch` of Node gives up after 300 seconds without an answer.
  LLM_TIMEOUT_MS: count(120_000, 290_000),
  PROSPECTING_UPSTREAM_TIMEOUT_MS: count(5_000, 600_000),
  PROSPECTING_CONCURRENCY: count(4, 100),
  PROSPECTING_TENANT_CONCURRENCY: count(2, 100),
  PROSPECTING_LEASE_SECONDS: count(30, 3_600),
  PROSPECTING_RUN_SECONDS: count(900, 86_400),
  CALLBACK_PRIVATE_TARGETS: onOff('off').transform((allowed) =>
    allowed === 'on' ? ('any' as const) : ('public only' as const),
  ),
  FAILPOINTS: failpoints,
  OTEL_SDK_DISABLED: optional,
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: connectionUrl('http', 'https'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: connectionUrl('http', 'https'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['http/json', 'http/protobuf'], 'must be http/json').optional(),
  SEED: onOff('on'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
});

const environment = variables
  .refine((values) => values.DATABASE_READ_URL === null || values.DATABASE_URL !== null, {
    path: ['DATABASE_READ_URL'],
    message: 'needs DATABASE_URL, the database that it is a replica of',
  })
  .refine((values) => values.DATABASE_DIRECT_URL === null || values.DATABASE_URL !== null, {
    path: ['DATABASE_DIRECT_URL'],
    message: 'needs DATABASE_URL, the URL of the pooler that it bypasses',
  })
  .refine((values) => values.OPERATOR_API === 'off' || values.OPERATOR_KEY !== null, {
    path: ['OPERATOR_API'],
    message: 'needs OPERATOR_KEY, the secret that operators send in the header X-Operator-Key',
  });

/**
 * Reads the configuration from the environment, and checks it. A variable whose value is empty or blank counts as not set.
 * @throws ConfigError whose message names, in one line, every variable that cannot be used, and why
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse({ ...present, ...readSecretFiles(present) });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${problem(issue)}`);
    throw new ConfigError(`Configuration: ${problems.join('; ')}`);
  }
  const values = parsed.data;
  return {
    port: values.PORT,
    host: values.HOST ?? (values.DATABASE_URL === null ? '127.0.0.1' : '0.0.0.0'),
    metricsPort: values.METRICS_PORT ?? null,
    metricsHost: values.METRICS_HOST,
    operatorKey: values.OPERATOR_KEY,
    operatorApi: values.OPERATOR_API,
    importHistoryDays: values.IMPORT_HISTORY_DAYS,
    operatorUploadBytes: values.OPERATOR_UPLOAD_MB * 1024 * 1024,
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databasePrepared: values.DATABASE_PREPARED,
    migrate: values.MIGRATE,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    dataDir: resolve(projectRoot, values.DATA_DIR),
    redisUrl: values.REDIS_URL,
    worker: values.WORKER,
    webConcurrency: values.WEB_CONCURRENCY,
    rateBurstLimit: values.RATE_BURST_LIMIT,
    rateBurstWindowSeconds: values.RATE_BURST_WINDOW_SECONDS,
    ratePerSecond: values.RATE_PER_SECOND,
    rateBodyBytesPerSecond: bytesOf(values.RATE_BODY_MB_PER_SECOND),
    maxBatch: values.MAX_BATCH,
    largeAnswerBytes: values.LARGE_ANSWERS_MB * 1024 * 1024,
    trustProxy: values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS,
    compression: values.COMPRESSION,
    mcp: values.MCP,
    search: values.SEARCH,
    console: values.CONSOLE,
    apiKeyPepper: values.API_KEY_PEPPER,
    networkHosts: values.NETWORK_HOSTS,
    credits: values.CREDITS,
    disclosures: values.DISCLOSURES,
    storedAnswersBytes: values.STORED_ANSWERS_MB * 1024 * 1024,
    creditHoldSeconds: values.CREDIT_HOLD_SECONDS,
    llmBaseUrl: values.LLM_BASE_URL,
    llmApiKey: values.LLM_API_KEY,
    llmModel: values.LLM_MODEL,
    llmTimeoutMs: values.LLM_TIMEOUT_MS,
    prospectingUpstreamTimeoutMs: values.PROSPECTING_UPSTREAM_TIMEOUT_MS,
    prospectingConcurrency: values.PROSPECTING_CONCURRENCY,
    prospectingTenantConcurrency: values.PROSPECTING_TENANT_CONCURRENCY,
    prospectingLeaseSeconds: values.PROSPECTING_LEASE_SECONDS,
    prospectingRunSeconds: values.PROSPECTING_RUN_SECONDS,
    callbackTargets: values.CALLBACK_PRIVATE_TARGETS,
    failpoints: values.FAILPOINTS ?? new Map(),
    tracing: tracingOf(values),
    isSeeded: values.SEED === 'on',
    logLevel: values.LOG_LEVEL,
  };
}

/**
 * The secrets that can also be in a file. For each of these variables, a second variable with `_FILE` after its name gives the
 * path of the file: `REDIS_URL_FILE=/run/secrets/redis`.
 */
const secretsInFiles = [
  'API_KEY_PEPPER',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_DIRECT_URL',
  'REDIS_URL',
  'LLM_API_KEY',
  'OPERATOR_KEY',
] as const;

/**
 * Reads the secrets that are in files. A line break at the end of a file is not part of the secret.
 * @throws ConfigError whose message names, in one line, every file that cannot be used, and why
 */
function readSecretFiles(present: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const problems: string[] = [];
  const secrets: Record<string, string> = {};
  for (const name of secretsInFiles) {
    const path = present[`${name}_FILE`];
    if (path === undefined) continue;
    try {
      if (present[name] !== undefined) throw new Error(`and ${name} are both set; remove one of them`);
      const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (value.trim() === '') throw new Error(`names an empty file, ${path}`);
      secrets[name] = value;
    } catch (error) {
      const isUnreadable = error instanceof Error && 'code' in error;
      problems.push(`${name}_FILE${isUnreadable ? `: ${cannotRead(path, error).message}` : ` ${singleLine(error)}`}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(`Configuration: ${problems.join('; ')}`);
  return secrets;
}

function bytesOf(mebibytes: number | null): number | null {
  return mebibytes === null ? null : mebibytes * 1024 * 1024;
}

/**
 * Whether OpenTelemetry's environment variables turn tracing on. In OpenTelemetry itself tracing is on by default. Here it is off
 * by default, and on if an exporter or an endpoint is set.
 */
function tracingOf(values: z.infer<typeof variables>): Config['tracing'] {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_SDK_DISABLED: disabled } = values;
  if (disabled?.toLowerCase() === 'true' || exporter === 'none') return 'off';
  const endpoint = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_ENDPOINT;
  return exporter === 'otlp' || endpoint !== null ? 'on' : 'off';
}

function problem(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  return issue.message;
}

/**
 * The account that used `sudo` to run this process; null if `sudo` was not used. It is not a setting, and only commands use it.
 */
export const sudoUser = process.env.SUDO_USER ?? null;

/**
 * The folder with the operator's additions to the tables of the matching; null if `MATCHING_DIR` is not set. It is not part of
 * {@link Config}, because these tables are already read when their modules are loaded.
 */
export const matchingDir = process.env.MATCHING_DIR ? resolve(projectRoot, process.env.MATCHING_DIR) : null;
