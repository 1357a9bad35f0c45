import { SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';

const publicRoute = Symbol('public route');

/** Opens a route to requests without an API key. Everything else is closed. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(publicRoute, true);

/** Whether the route that a request goes to, or its whole controller, is {@link Public}. */
export function isPublicRoute(reflector: Reflector, context: ExecutionContext): boolean {
  const targets = [context.getHandler(), context.getClass()];
  return reflector.getAllAndOverride<boolean | undefined>(publicRoute, targets) === true;
}
