import {
  applyDecorators,
  type ArgumentsHost,
  Catch,
  Controller,
  createParamDecorator,
  type ExceptionFilter,
  type ExecutionContext,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { Request } from 'express';
import type { z } from 'zod';
import { OwnKey } from '../platform/auth/api-key.guard.js';
import { CommandError, refusalOf } from '../platform/errors/command-error.js';
import { DomainError, type FailureCode } from '../platform/errors/domain-error.js';
import { clientKey } from '../platform/http/exchange.js';
import { ErrorFilter } from '../platform/http/error.filter.js';
import { declareRoute, type Route } from '../platform/http/openapi/endpoint.js';
import type { ValidationErrorItem } from '../platform/http/validation/validation-exception.js';
import { OperatorKeyGuard } from './operator-key.guard.js';

interface RouteFacts {
  readonly summary: string;
  /** The admin command that does the same as the route: `tenant create`. */
  readonly command: string;
  readonly answer: z.ZodType;
  /** The status of the answer. The default is 200. */
  readonly status?: number;
  /** The failures that only this route has. */
  readonly errors?: readonly FailureCode[];
  /** An example of a validation error, if the route checks a body or parameters. */
  readonly fault?: ValidationErrorItem;
}

/** The parameters in paths, each with its description and an example. */
const parameters: Readonly<Record<string, readonly [description: string, example: string]>> = {
  tenant: ['The id of the tenant.', 'acme'],
  key_id: ['The id of the API key.', 'key_7Hq2mZr1'],
  feature: ['The feature whose credits are meant.', 'data_access'],
  team: ['The name of the team.', 'databases'],
  name: ['The name of the query field.', 'engineers'],
  import_id: ['The number of the import, as the list of imports has it.', '12'],
  upload_id: ['The id of the upload.', '5a2f6c1e-8f0b-4f0e-9d53-2f8d1c7b6a90'],
};

/** Injects the address of the client, as the rate limits determine it. */
export const Client = createParamDecorator((_: unknown, context: ExecutionContext) =>
  clientKey(context.switchToHttp().getRequest<Request>()),
);

/** Declares a route of the API for operators, and describes it in the OpenAPI document of that API. */
export function OperatorRoute(route: Route, facts: RouteFacts): MethodDecorator {
  const { summary, command, answer, status = 200, errors = [], fault } = facts;
  const names = Array.from(route.matchAll(/:(\w+)/g), ([, name = '']) => name);
  return declareRoute(route, {
    summary,
    description: `Does what the command \`${command}\` does.`,
    answer: { description: 'What the command prints.', schema: answer, status },
    errors: ['COMMAND_REFUSED', ...(names.length === 0 ? [] : (['RECORD_NOT_FOUND'] as const)), ...errors],
    isForOperators: true,
    parameters: names.map((name) => {
      const [description = '', example] = parameters[name] ?? [];
      return { name, description, schema: { type: 'string' as const, example } };
    }),
    ...(fault === undefined ? {} : { fault }),
  });
}

/** An example of a validation error: a member or parameter is missing. */
export function missing(place: 'body' | 'query', name: string): ValidationErrorItem {
  return { type: 'missing', loc: [place, name], msg: 'Field required', input: {} };
}

/** An example of a validation error: a member of the body is not a text. */
export function noText(name: string): ValidationErrorItem {
  return { type: 'string_type', loc: ['body', name], msg: 'Input should be a valid string', input: 7 };
}

/** An example of a validation error: a number is below its minimum. */
export function tooSmall(place: 'body' | 'query', name: string, min = 1): ValidationErrorItem {
  const msg = `Input should be greater than or equal to ${min}`;
  const input = place === 'body' ? min - 1 : String(min - 1);
  return { type: 'greater_than_equal', loc: [place, name], msg, input, ctx: { ge: min } };
}

/** Turns the error of a command into an answer with status 400. The answer has the line that the command would print on the terminal. */
@Catch(CommandError)
class CommandErrorFilter implements ExceptionFilter {
  constructor(private readonly errors: ErrorFilter) {}

  catch(error: CommandError, host: ArgumentsHost): void {
    this.errors.catch(new DomainError('COMMAND_REFUSED', error.message, {}, refusalOf(error)), host);
  }
}

/** Declares a controller of the API for operators, whose key every route needs. */
export function OperatorRoutes(): ClassDecorator {
  return applyDecorators(
    Controller(),
    OwnKey(),
    UseGuards(OperatorKeyGuard),
    UseFilters(CommandErrorFilter),
    ApiSecurity('OperatorKey'),
  );
}
