import { SetMetadata } from '@nestjs/common';

export const publicRoute = Symbol('public route');

/** Opens a route to requests without an API key. Everything else is closed. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(publicRoute, true);
