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
  requestIdHeader,
  retryAfterHeader,
  unroutedHeaders,
} from './answer-headers.js';
import { ApiFailures, ApiFaults } from './openapi-failures.js';

const methods = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const;

type Method = keyof typeof methods;

/** Method and path, such as `POST /v1/company/enrich`. */
export type Route = `${Method} /${string}`;

/** The facts about a route that cannot be derived from anything else. */
export interface EndpointFacts<Answer> {
  readonly summary: string;
  /** What the route does, in whole sentences. Sentences about its cost and the limits of its body are added. */
  readonly description: string;
  readonly answer: {
    readonly description: string;
    readonly schema: z.ZodType<Answer>;
    /** The status of the answer. The default is 200. */
    readonly status?: number;
    /** The headers that only the answers of this route have. */
    readonly headers?: AnswerHeaders;
  };
  /**
   * The failures that not every route has. A code has its usual text; give an error instead of a code if this route has
   * another text.
   */
  readonly errors?: readonly (FailureCode | DomainError)[];
  /** The parameters in the path. */
  readonly parameters?: readonly ApiParamOptions[];
  /** An example of a validation error of the parameters, for a route that checks them. */
  readonly fault?: ValidationErrorItem;
  /** Whether the route is public: it needs no key and counts against no rate limit. */
  readonly isOpen?: boolean;
  /** Whether the route is for operators: it needs the operator key, and knows no idempotency keys. */
  readonly isForOperators?: boolean;
  /**
   * The sentences about the cost of the route, at the end of its description. Without them the description says that the
   * route is free.
   */
  readonly costs?: string;
}

/** A decorator for handlers that return this type of answer. On any other handler it does not compile. */
export type HandlerDecorator<Answer> = <Handler extends (...parameters: never[]) => Promise<Answer>>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void;

/**
 * Declares a route: the handler serves the method and path, and the OpenAPI document has an operation with the name of
 * the handler. These parts of the operation are derived and need not be declared: the idempotency key and the failures
 * of every POST, the failures of the key and the rate limits, the internal failure, and the usual headers. The handler
 * has to return what the schema of the answer describes.
 */
export function Endpoint<Answer>(
  route: Route,
  facts: EndpointFacts<Answer>,
): HandlerDecorator<Answer | StreamedAnswer> {
  return declareRoute(route, facts);
}

/** Does what {@link Endpoint} does for a handler of any type. Decorators that check the type themselves use it. */
export function declareRoute(route: Route, facts: EndpointFacts<unknown>): MethodDecorator {
  return (target, name, descriptor) => {
    const [method, path] = route.split(' ') as [Method, string];
    const { summary, answer, isOpen = false, isForOperators = false, parameters = [], fault } = facts;
    const { status = 200, schema: standardSchema, headers = {} } = answer;
    const isPost = method === 'POST' && !isForOperators;
    const answerHeaders: Record<string, object> = { ...(isOpen ? requestIdHeader : commonHeaders), ...headers };
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
 * Makes a route public. Its only documented failure is that of the Host header, because the server checks it before it
 * looks for a route.
 */
const openRoute = [
  Public(),
  SkipThrottle(),
  ApiSecurity({}),
  ApiFailures(400, [new DomainError('HOST_MISSING')], unroutedHeaders),
];

const bodyFaults = 'The body does not fit its schema, or the idempotency key cannot be used';
const missingMember = { type: 'missing', loc: ['body', 'companies'], msg: 'Field required', input: {} };

/** The failures of reading the body and, for tenants, of using the idempotency key. */
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
  // Of several errors with one code the last one counts, so a declared failure replaces the internal failure with its
  // code.
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
  // A retry helps only while the idempotency key is in use; other conflicts of a route are final. So the header is
  // promised only if the route has no other conflict.
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
 * Whether a handler has a parameter with `@Body()`. TypeScript applies the decorators of parameters before those of the
 * method, so the metadata exists already.
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
