import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { configToken, type Config } from '../platform/config/config.js';
import { DomainError } from '../platform/errors/domain-error.js';

/**
 * Refuses messages that the page of another site has a browser send, as the protocol requires. Programs send no `Origin`; pages
 * of the service's own host may call it, and those of `CORS_ORIGINS`.
 */
@Injectable()
export class OriginGuard implements CanActivate {
  constructor(@Inject(configToken) private readonly config: Config) {}

  /** @throws DomainError `FOREIGN_ORIGIN` */
  canActivate(context: ExecutionContext): boolean {
    const { origin, host } = context.switchToHttp().getRequest<Request>().headers;
    const { corsOrigins } = this.config;
    const isAllowed =
      origin === undefined || corsOrigins === '*' || corsOrigins.includes(origin) || isOfHost(origin, host);
    if (!isAllowed) throw new DomainError('FOREIGN_ORIGIN');
    return true;
  }
}

/** A proxy in front may speak TLS, so the scheme is not compared; it decides which port may be left out. */
function isOfHost(origin: string, host = ''): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: ofPage } = new URL(origin);
  const own = `${protocol}//${host}`;
  return /^https?:$/.test(protocol) && URL.canParse(own) && new URL(own).host === ofPage;
}
