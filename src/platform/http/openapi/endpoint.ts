import { applyDecorators, Delete, Get, HttpCode, Patch, Post, Put } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ApiHeader, ApiOperation, ApiParam, type ApiParamOptions, ApiResponse, ApiSecurity } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import 'reflect-metadata';
import type { z } from 'zod';
import { Public } from '../../auth/api-key.guard.js';
import { DomainError, type FailureCode, internalFailure } from '../../errors/domain-error.js';
import type { StreamedAnswer } from '../streamed-answer.js';
import type { ValidationErrorItem } from '../validation/validation-exception.js';
import {
  type AnswerHeaders,
  commonHeaders,
  keyChallengeHeader,
  OwnHeaders,
  openHeaders,
  retryAfterHeader,
} from './answer-headers.js';
import { ApiFailures, ApiFaults } from './openapi-failures.js';

const methods = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const;

type Method = keyof typeof methods;

/** Method and path, such as `POST /v1/company/enrich`. */
export type Route = `${Method} /${string}`;

/** The facts about a route that have to be written down, because they do not follow from anything else. */
export interface EndpointFacts<Answer> {
  readonly summary: string;
  /** What the route does, in whole sentences. Sentences about what a request costs and how large its body may be are added. */
  readonly description: string;
  readonly answer: {
    readonly description: string;
    readonly schema: z.ZodType<Answer>;
    /** The status of the answer. The default is 200. */
    readonly status?: number;
    /** The headers that the answers of this route have in addition to those of all routes. */
    readonly headers?: AnswerHeaders;
  };
  /**
   * The failures of this route that not every route has. A code stands for the failure with its default text. If the text is
   * different on this route, give the error itself.
   */
  readonly errors?: readonly (FailureCode | DomainError)[];
  readonly parameters?: readonly ApiParamOptions[];
  /** An example of a validation error in the parameters. It is for routes that check their parameters. */
  readonly fault?: ValidationErrorItem;
  /** Whether the route is public. A public route needs no key and has no rate limit. */
  readonly isOpen?: boolean;
  /** Whether the route is for operators. Such a route needs the operator key, and does not support idempotency keys. */
  readonly isForOperators?: boolean;
  /**
   * Sentences about what a request costs. They become the end of the description. If they are absent, the description says that
   * the route is free of charge.
   */
  readonly costs?: string;
}

/**
 * A decorator for handlers that return an answer of this type. On a handler that returns another type, the code does not compile.
 */
export type HandlerDecorator<Answer> = <Handler extends (...parameters: never[]) => Promise<Answer>>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void;

/**
 * Declares a route: the handler then serves this method and path, and the OpenAPI document describes the route as an operation
 * with the name of the handler.
 *
 * The following parts of the operation are added, and need not be declared. Every route gets the usual headers. Every route that is
 * not public gets the failures of the key and of the rate limits, and the internal failure. A POST, PUT or PATCH also gets the
 * failures of reading a body. A POST that is not for operators also gets the idempotency key.
 *
 * The compiler checks that the handler returns what the schema of the answer describes.
 */
export function Endpoint<Answer>(
  route: Route,
  facts: EndpointFacts<Answer>,
): HandlerDecorator<Answer | StreamedAnswer> {
  return declareRoute(route, facts);
}

/**
 * Does what {@link Endpoint} does, but does not check the type of the handler. It is for decorators that check the type
 * themselves.
 */
export function declareRoute(route: Route, facts: EndpointFacts<unknown>): MethodDecorator {
  return (target, name, descriptor) => {
    const [method, path] = route.split(' ') as [Method, string];
    const { summary, answer, isOpen = false, isForOperators = false, parameters = [], fault } = facts;
    const { status = 200, schema: standardSchema, headers = {} } = answer;
    const isPost = method === 'POST' && !isForOperators;
    const answerHeaders: Record<string, object> = { ...(isOpen ? openHeaders : commonHeaders), ...headers };
    applyDecorators(
      methods[method](path),
      HttpCode(status),
      OwnHeaders(Object.keys(headers)),
      ApiOperation({ operationId: String(name), summary, description: descriptionOf(facts, takesBody(target, name)) }),
      ApiResponse({
        status,
        description: answer.description,
        headers: answerHeaders,
        standardSchema,
      }),
      ...(isPost ? [ApiHeader(idempotencyKey), ApiFaults(bodyFaults, missingMember)] : []),
      ...parameters.map((parameter) => ApiParam(parameter)),
      ...(fault === undefined ? [] : [ApiFaults('The parameters do not fit their schema', fault)]),
      ...(isOpen ? openRoute : failuresOf(method, path, facts)),
    )(target, name, descriptor);
  };
}

/**
 * Makes a route public. Its documented failures are only those of a wrong Host header, because the server checks that header
 * before it looks for a route.
 */
const openRoute = [
  Public(),
  SkipThrottle(),
  ApiSecurity({}),
  ApiFailures(400, [new DomainError('HOST_MISSING')], commonHeaders),
];

const bodyFaults = 'The body does not fit its schema, or the idempotency key cannot be used';
const missingMember = { type: 'missing', loc: ['body', 'companies'], msg: 'Field required', input: {} };

/** The failures that can occur when a body is read. `IDEMPOTENCY_KEY_IN_USE` is only for routes of tenants. */
const failuresOfEveryBody: readonly FailureCode[] = [
  'BODY_NOT_GZIP',
  'IDEMPOTENCY_KEY_IN_USE',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNSUPPORTED_ENCODING',
  'SERVICE_BUSY',
];

function failuresOf(
  method: Method,
  path: string,
  { errors = [], isForOperators = false }: EndpointFacts<unknown>,
): MethodDecorator[] {
  const ofBody = method === 'GET' || method === 'DELETE' ? [] : failuresOfEveryBody;
  const ofKey: FailureCode = isForOperators ? 'INVALID_OPERATOR_KEY' : 'INVALID_API_KEY';
  const declared = [
    ...ofBody.filter((code) => !isForOperators || code !== 'IDEMPOTENCY_KEY_IN_USE'),
    ...[...errors, ofKey, 'RATE_LIMIT_EXCEEDED' as const],
  ].map(errorOf);
  const internal = [internalFailure(path, 'other'), internalFailure(path, 'late')];
  // If two errors have the same code, the later one replaces the earlier one. So a declared failure replaces the internal failure
  // with the same code.
  const all = [...new Map([...internal, ...declared].map((error) => [error.code, error])).values()];
  return [...new Set(all.map(({ httpStatus }) => httpStatus))].map((status) => {
    const ofStatus = all.filter(({ httpStatus }) => httpStatus === status);
    return ApiFailures(status, ofStatus, failureHeaders(status, ofStatus));
  });
}

function errorOf(failure: FailureCode | DomainError): DomainError {
  return failure instanceof DomainError ? failure : new DomainError(failure);
}

function failureHeaders(status: number, errors: readonly DomainError[]): AnswerHeaders {
  if (status === 401)
    return errors.some(({ code }) => code === 'INVALID_API_KEY')
      ? { ...commonHeaders, ...keyChallengeHeader }
      : commonHeaders;
  // A status 409 with `Retry-After` means that the idempotency key is in use, and a retry will help. Other conflicts of a route
  // are final. So the header is only declared if such a retry is possible. It is declared as required if this is the only conflict
  // of the route, and otherwise as optional.
  if (status === 409 && errors.every(({ code }) => code !== 'IDEMPOTENCY_KEY_IN_USE')) return commonHeaders;
  const isAlways = status !== 409 || errors.length === 1;
  return { ...commonHeaders, ...retryAfterHeader(status, isAlways ? {} : { required: false }) };
}

const postLimits =
  'A body has at most 5 MiB after decompression, 64 levels of objects and lists, and by default 24,000 values; more values are a 422 ' +
  'of the type `json_too_complex`. The header `RateLimit-Policy` names the rate limits, by default 1,000 requests in 60 seconds and ' +
  '100 in one second. The bodies of a key have by default at most 15 MiB in one second, with bursts of 30 MiB.';

function descriptionOf(facts: EndpointFacts<unknown>, withBody: boolean): string {
  const { description, isOpen = false, isForOperators = false, costs } = facts;
  if (isForOperators) return description;
  const access = isOpen ? 'Needs no key and has no rate limit.' : 'Free of charge.';
  return [description, costs === undefined ? access : [], withBody ? postLimits : [], costs ?? []].flat().join(' ');
}

/**
 * Whether a handler has a parameter with `@Body()`. The decorators of parameters are applied before the decorators of the method,
 * so their metadata already exists.
 */
function takesBody(target: object, name: string | symbol): boolean {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, name) as object | undefined;
  return Object.keys(parameters ?? {}).some((kind) => kind.startsWith(`${RouteParamtypes.BODY}:`));
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  required: false,
  description: `
Makes a retry safe. Of all requests of a tenant with the same key within 24 hours only one is executed. When it succeeds, a
retry gets the same answer and is not charged; its headers are \`Idempotent-Replayed: true\` and, as \`Original-Request-Id\`, the
\`X-Request-Id\` of the executed request. A retry during the execution gets 409, and a request with another method, path or body
(compared by bytes) gets 422. After a failure, or an answer that was free and started no run, the key can be used again. An
answer that is too long to be stored, or for which the tenant's storage has no space, is replaced by 422 and is not charged.
`
    .trim()
    .replaceAll('\n', ' '),
  schema: { type: 'string' as const, pattern: '^[\\x20-\\x7E]{1,255}$' },
};
