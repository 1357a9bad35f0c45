import { All, Controller, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../auth/api-key.guard.js';
import { DomainError } from '../errors/domain-error.js';
import { routesWithPathOf, unmatchedPath } from '../observability/registered-routes.js';

/**
 * Answers the requests that no other route matches. It answers 405 if the path exists for other methods, and otherwise 404. This
 * controller must be registered last.
 */
@ApiExcludeController()
@Controller()
@Public()
export class UnmatchedRouteController {
  @All(unmatchedPath)
  refuse(@Req() request: Request, @Res({ passthrough: true }) response: Response): never {
    const allowed = methodsOf(request);
    if (allowed.length === 0) throw new DomainError('ROUTE_NOT_FOUND');
    response.setHeader('Allow', allowed.join(', '));
    throw new DomainError('METHOD_NOT_ALLOWED');
  }
}

function methodsOf(request: Request): string[] {
  const methods = new Set(routesWithPathOf(request).flatMap((route) => route.methods));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
