import { All, Controller, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../auth/public.decorator.js';
import { DomainError } from './domain-error.js';

interface RouterLayer {
  readonly route?: { readonly methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Answers what no other route does: 405 where the path exists for other methods, 404 elsewhere. Registered last. */
@ApiExcludeController()
@Controller()
@Public()
export class UnmatchedRouteController {
  @All('{*path}')
  refuse(@Req() request: Request, @Res({ passthrough: true }) response: Response): never {
    const allowed = methodsOf(request);
    if (allowed.length === 0) throw new DomainError('ROUTE_NOT_FOUND');
    response.setHeader('Allow', allowed.join(', '));
    throw new DomainError('METHOD_NOT_ALLOWED');
  }
}

/** The methods that the routes with this path take, this controller's own catch-all aside. */
function methodsOf(request: Request): string[] {
  const { stack } = (request.app as unknown as { router: { stack: RouterLayer[] } }).router;
  const methods = new Set<string>();
  for (const layer of stack) {
    const taken = Object.keys(layer.route?.methods ?? {});
    if (taken.includes('_all') || taken.length > 4 || !layer.match(request.path)) continue;
    for (const method of taken) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
