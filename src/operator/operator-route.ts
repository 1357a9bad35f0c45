import {
  applyDecorators,
  type ArgumentsHost,
  Catch,
  Delete,
  type ExceptionFilter,
  Get,
  HttpCode,
  Patch,
  Post,
  Put,
} from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import type { z } from 'zod';
import { CommandError } from '../platform/errors/command-error.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { ErrorFilter } from '../platform/http/error.filter.js';
import { commonHeaders } from '../platform/http/openapi/answer-headers.js';
import { ApiFailures, ApiFaults } from '../platform/http/openapi/openapi-failures.js';

/** The methods of the API for operators. */
const methods = { GET: Get, POST: Post, PATCH: Patch, PUT: Put, DELETE: Delete } as const;

interface RouteFacts {
  readonly summary: string;
  readonly answer: z.ZodType;
  /** The status of the answer. The default is 200. */
  readonly status?: number;
}

const parameters: Readonly<Record<string, string>> = {
  tenant: 'The id of the tenant.',
  key_id: 'The id of the API key.',
  team: 'The name of the team.',
  name: 'The name of the query field.',
};

/**
 * Declares a route of the API for operators, and its operation in the OpenAPI document of this API.
 * @param route the method and the path below `/operator/v1`, such as `GET tenants/:tenant`
 */
export function OperatorRoute(route: `${keyof typeof methods} ${string}`, facts: RouteFacts): MethodDecorator {
  return (target, name, descriptor) => {
    const [method, path] = route.split(' ') as [keyof typeof methods, string];
    const { summary, answer, status = 200 } = facts;
    const named = [...path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter);
    const failures = new DomainError('COMMAND_REFUSED');
    applyDecorators(
      methods[method](path),
      HttpCode(status),
      ApiOperation({ operationId: String(name), summary }),
      ApiResponse({ status, description: 'What the command of the same name prints.', standardSchema: answer }),
      ...named.map((parameter) => ApiParam({ name: parameter, description: parameters[parameter] ?? '' })),
      ApiFailures(400, [failures], commonHeaders),
      ApiFailures(401, [new DomainError('INVALID_OPERATOR_KEY')], commonHeaders),
      ...(named.length === 0 ? [] : [ApiFailures(404, [new DomainError('RECORD_NOT_FOUND')], commonHeaders)]),
      ApiFailures(429, [new DomainError('RATE_LIMIT_EXCEEDED')], commonHeaders),
      ...(['GET', 'DELETE'].includes(method) ? [] : [ApiFaults('The body does not fit its schema', missingMember)]),
    )(target, name, descriptor);
  };
}

const missingMember = { type: 'missing', loc: ['body', 'tenant'], msg: 'Field required', input: {} };

/** Answers what a command would refuse with one line on the terminal: 400 with that line. */
@Catch(CommandError)
export class CommandErrorFilter implements ExceptionFilter {
  constructor(private readonly errors: ErrorFilter) {}

  catch({ message }: CommandError, host: ArgumentsHost): void {
    this.errors.catch(new DomainError('COMMAND_REFUSED', message), host);
  }
}
