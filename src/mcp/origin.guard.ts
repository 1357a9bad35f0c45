import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { configToken, type Config } from '../platform/config/config.js';
import { DomainError } from '../platform/errors/domain-error.js';

/**
 * Refuses messages that a browser sends for a page of another site; the protocol requires this. Pages on the service's own host and
 * on the hosts in `CORS_ORIGINS` may send messages. A message without the header `Origin` is never refused; programs other than browsers
 * usually send none.
 */
@Injectable()
export class OriginGuard implements CanActivate {
  constructor(@Inject(configToken) private readonly config: Config) {}

  /**
   * Lets a message through unless a browser has sent it for a page of another site.
   * @throws DomainError `FOREIGN_ORIGIN`
   */
  canActivate(context: ExecutionContext): boolean {
    const { origin, host } = context.switchToHttp().getRequest<Request>().headers;
    const { corsOrigins } = this.config;
    const isAllowed =
      origin === undefined || corsOrigins === '*' || corsOrigins.includes(origin) || isOfHost(origin, host);
    if (!isAllowed) throw new DomainError('FOREIGN_ORIGIN');
    return true;
  }
}

/**
 * Whether a page comes from the service's own host. `http` and `https` are not distinguished, because a proxy in front of the
 * service may add TLS. A default port may be left out on either side: 443 if the address of the page begins with `https`, and 80 if
 * with `http`.
 * @param origin the header `Origin`
 * @param host the header `Host`
 */
function isOfHost(origin: string, host = ''): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: ofPage } = new URL(origin);
  const own = `${protocol}//${host}`;
  return /^https?:$/.test(protocol) && URL.canParse(own) && new URL(own).host === ofPage;
}
