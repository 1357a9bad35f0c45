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
 * The configuration of a process, which is read from the environment once. This is the only file that reads `process.env`;
 * a lint rule checks that. All other code gets a {@link Config}.
 */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The port of the metrics; null if metrics are not served. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /**
   * The secret of operators: the password of the queue dashboard on the port of the metrics, and the key of the API for operators. Null
   * if there is neither.
   */
  readonly operatorKey: string | null;
  /** Whether operators can call the routes under `/operator/v1`. */
  readonly operatorApi: 'on' | 'off';
  /** Maximum size in bytes of a file that operators upload to be imported. */
  readonly operatorUploadBytes: number;
  /** The URL of the PostgreSQL database; null if the service runs a PostgreSQL of its own, with its data under `dataDir`. */
  readonly databaseUrl: string | null;
  /** The URL of a replica, from which enrichment and signals read; null if they read from the primary database. */
  readonly databaseReadUrl: string | null;
  /**
   * The URL for sessions that last longer than a transaction. It leads to the database without the connection pooler
   * that is at `databaseUrl`. Null if there is no pooler that gives out connections by transaction.
   */
  readonly databaseDirectUrl: string | null;
  /** `off` if statements are sent without names, because the pooler does not keep prepared statements. */
  readonly databasePrepared: 'on' | 'off';
  /** Whether this process applies migrations (`on`), or only checks the schema because `admin migrate` changes it (`off`). */
  readonly migrate: 'on' | 'off';
  /** Timeout of each statement of a request, in milliseconds; null, which commands use, means no timeout. */
  readonly databaseTimeoutMs: number | null;
  readonly dataDir: string;
  /**
   * The URL of Redis; null if there is none. Then each process counts rate limits by itself, and PostgreSQL holds the job
   * queue.
   */
  readonly redisUrl: string | null;
  /** Whether the service process also runs the workers of the job queue (`inline`), or leaves the jobs to worker processes (`off`). */
  readonly worker: 'inline' | 'off';
  /** The number of service processes that share the port. */
  readonly webConcurrency: number;
  readonly rateBurstLimit: number;
  readonly rateBurstWindowSeconds: number;
  readonly ratePerSecond: number;
  /** Maximum size in bytes of all request bodies of one key in a second; null if it is derived from `ratePerSecond`. */
  readonly rateBodyBytesPerSecond: number | null;
  /** Maximum number of identifiers in one request. */
  readonly maxBatch: number;
  /** Maximum size in bytes of all large answers that are under way at the same time, taken together. */
  readonly largeAnswerBytes: number;
  readonly trustProxy: TrustProxy;
  /** The origins whose pages may call the service from a browser. */
  readonly corsOrigins: CorsOrigins;
  /** Whether answers are compressed. It is `off` if, for example, a proxy in front of the service compresses them. */
  readonly compression: 'on' | 'off';
  /** Whether agents can call tools at `POST /mcp`. */
  readonly mcp: 'on' | 'off';
  /** Whether the console, a web page for users of the API, is served at `/console`. */
  readonly console: 'on' | 'off';
  /** The secret with which API keys are hashed; null if the database stores a random one. */
  readonly apiKeyPepper: string | null;
  /** The host names, in lower case, that profile URLs may have; null allows any host. */
  readonly networkHosts: readonly string[] | null;
  /**
   * Whether credits are counted. With `off`, for installations without billing, no request is refused for a lack of credits.
   */
  readonly credits: 'on' | 'off';
  /** `on` if the service stores which tenant received the data of which person on which day. */
  readonly disclosures: 'on' | 'off';
  /** Maximum size in bytes of all answers of one tenant that are stored for retries with an `Idempotency-Key`. */
  readonly storedAnswersBytes: number;
  /** The time in seconds after which reserved credits that were never settled are given back. */
  readonly creditHoldSeconds: number;
  /**
   * The URL of an OpenAI-compatible API up to its version, such as `https://api.openai.com/v1`. Null if the built-in writer writes
   * the reasoning of prospects.
   */
  readonly llmBaseUrl: string | null;
  readonly llmApiKey: string | null;
  readonly llmModel: string;
  /** How long a request waits for the job queue, in milliseconds. */
  readonly prospectingUpstreamTimeoutMs: number;
  /** Maximum number of prospecting runs at a time in this process. */
  readonly prospectingConcurrency: number;
  /** Maximum number of prospecting runs of one tenant at a time, in all processes together. */
  readonly prospectingTenantConcurrency: number;
  /** Lease of a run, in seconds. If the worker of the run does not renew it in time, another worker takes the run over. */
  readonly prospectingLeaseSeconds: number;
  /** Time limit of one attempt at a run, in seconds. */
  readonly prospectingRunSeconds: number;
  /** `any` if callbacks may also go to private networks and use plain HTTP. */
  readonly callbackTargets: 'public only' | 'any';
  /** The probability with which this process kills itself at each failpoint. Only crash tests set it. */
  readonly failpoints: ReadonlyMap<string, number>;
  /** Whether traces are sent. OpenTelemetry's library reads the receiver of the traces from the environment by itself. */
  readonly tracing: 'on' | 'off';
  /** Whether the demo tenant and data are created in an empty database. */
  readonly isSeeded: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** The token under which Nest injects the {@link Config}. */
export const configToken = Symbol('Config');

/** One or more settings cannot be used. The message is one line that names their variables. */
class ConfigError extends Error {}

const variables = z.object({
  PORT: port.default(3000),
  HOST: optional,
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OPERATOR_KEY: secret,
  OPERATOR_API: onOff('off'),
  OPERATOR_UPLOAD_MB: count(1_024, 65_536),
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
 * Reads and checks the environment. A variable that is empty or blank counts as not set.
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

/** The variables whose value can be in a file, which the variable of the same name with `_FILE` leads to. */
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
 * Reads the files of secrets, without the line break at their end.
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
 * Whether OpenTelemetry's variables turn tracing on. By its standard it is on by default; here it is off unless an exporter or an
 * endpoint is set.
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
 * The account that used `sudo` to run this process; null if `sudo` was not used. It is no setting, and only commands
 * use it.
 */
export const sudoUser = process.env.SUDO_USER ?? null;

/**
 * The folder with the operator's additions to the tables of matching; null if `MATCHING_DIR` is not set. It is no part of
 * {@link Config}, because these tables are read when their modules are loaded, before the configuration.
 */
export const matchingDir = process.env.MATCHING_DIR ? resolve(projectRoot, process.env.MATCHING_DIR) : null;
