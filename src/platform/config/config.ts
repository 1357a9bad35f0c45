import { resolve } from 'node:path';
import { z } from 'zod';
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
  secret,
} from './config-values.js';
import { projectRoot } from './project-root.js';
import { parseTrustProxy, type TrustProxy } from './trust-proxy.js';

/**
 * The configuration of a process, read from the environment once. This is the only file that reads `process.env`
 * (a lint rule checks it); everything else gets a {@link Config}.
 */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Null: metrics are not served. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** The password of the dashboard of the queues, on the port of the metrics; null: there is no dashboard. */
  readonly operatorKey: string | null;
  /** Null: the service runs its own PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null;
  /** A replica that enrichment and signals are read from; null: they are read from the database itself. */
  readonly databaseReadUrl: string | null;
  /** Timeout of a statement of a request; null, as in commands: none. */
  readonly databaseTimeoutMs: number | null;
  readonly dataDir: string;
  /** Null: each process has its own rate limits, and jobs wait in PostgreSQL. */
  readonly redisUrl: string | null;
  /** Whether the service works on jobs itself or leaves them to other processes. */
  readonly worker: 'inline' | 'off';
  /** The number of service processes behind one port. */
  readonly webConcurrency: number;
  readonly rateBurstLimit: number;
  readonly rateBurstWindowSeconds: number;
  readonly ratePerSecond: number;
  /** Maximum of the bodies of a key in a second, in bytes; null: it follows from the requests in a second. */
  readonly rateBodyBytesPerSecond: number | null;
  /** Maximum of identifiers in one request. */
  readonly maxBatch: number;
  /** Maximum of all large answers under way together, in bytes. */
  readonly largeAnswerBytes: number;
  readonly trustProxy: TrustProxy;
  /** The origins whose pages may call the service from a browser. */
  readonly corsOrigins: CorsOrigins;
  /** Off: answers are sent as they are, for a proxy in front that compresses. */
  readonly compression: 'on' | 'off';
  /** Whether agents can call tools at `POST /mcp`. */
  readonly mcp: 'on' | 'off';
  /** Whether `/console` is served. */
  readonly console: 'on' | 'off';
  /** Null: a random pepper is kept in the database. */
  readonly apiKeyPepper: string | null;
  /** Lower-case host names that profile URLs may have; null allows any. */
  readonly networkHosts: readonly string[] | null;
  /** Off: no credits are counted and no request is refused, for installations without billing. */
  readonly credits: 'on' | 'off';
  /** Maximum of the answers stored for retries of one tenant, in bytes. */
  readonly storedAnswersBytes: number;
  /** After this long the credits of a hold that was never settled are given back, in seconds. */
  readonly creditHoldSeconds: number;
  /** An OpenAI-compatible API, up to and including its version; null: the built-in writer gives reasons. */
  readonly llmBaseUrl: string | null;
  readonly llmApiKey: string | null;
  readonly llmModel: string;
  /** Timeout of the queue of prospecting runs. */
  readonly prospectingUpstreamTimeoutMs: number;
  /** Maximum of prospecting runs at a time in this process. */
  readonly prospectingConcurrency: number;
  /** Maximum of runs of one tenant at a time, over all processes. */
  readonly prospectingTenantConcurrency: number;
  /** Lease of a run, in seconds: when its worker does not renew it, another worker takes the run. */
  readonly prospectingLeaseSeconds: number;
  /** Time limit of one attempt at a run, in seconds. */
  readonly prospectingRunSeconds: number;
  /** Whether callbacks may lead into private networks and use plain HTTP. */
  readonly callbackTargets: 'public only' | 'any';
  /** For crash tests: the points at which this process kills itself, with probabilities. */
  readonly failpoints: ReadonlyMap<string, number>;
  /** Whether traces are sent; OpenTelemetry's library reads their receiver from its own variables. */
  readonly tracing: 'on' | 'off';
  /** Whether the demo tenant and data are created in an empty database. */
  readonly isSeeded: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** The token under which Nest injects the {@link Config}. */
export const configToken = Symbol('Config');

/** A setting that cannot be used; the message is one line that names the variable. */
class ConfigError extends Error {}

const variables = z.object({
  PORT: port.default(3000),
  HOST: optional,
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OPERATOR_KEY: secret,
  DATABASE_URL: databaseUrl,
  DATABASE_READ_URL: databaseUrl,
  DATABASE_TIMEOUT_MS: count(10_000, 600_000),
  DATA_DIR: z.string().default('.data'),
  REDIS_URL: connectionUrl('redis', 'rediss'),
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
  // Read by `matchingDir` below, before there is a configuration.
  MATCHING_DIR: optional,
  CREDITS: onOff('on'),
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

const environment = variables.refine((values) => values.DATABASE_READ_URL === null || values.DATABASE_URL !== null, {
  path: ['DATABASE_READ_URL'],
  message: 'needs DATABASE_URL, the database that it is a replica of',
});

/**
 * Reads and checks the environment; a variable that is set to nothing counts as absent.
 * @throws ConfigError naming every variable that cannot be used, in one line
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(present);
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
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
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

/** Of a number of MiB, or null. */
function bytesOf(mebibytes: number | null): number | null {
  return mebibytes === null ? null : mebibytes * 1024 * 1024;
}

/** As OpenTelemetry's variables mean it, but off unless one of them names a receiver. */
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
 * The folder with the operator's additions to the tables of matching; null: there are none. The tables are read when their modules
 * are loaded, before there is a {@link Config}.
 */
export const matchingDir = process.env.MATCHING_DIR ? resolve(projectRoot, process.env.MATCHING_DIR) : null;
