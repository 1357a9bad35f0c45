import { Controller, Get, Header, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { Public } from '../platform/auth/api-key.guard.js';
import { configToken, type Config } from '../platform/config/config.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { ConsoleFiles } from './console-files.js';

/**
 * The content security policy of the pages. A page may load nothing from other hosts, may have no inline script or style, and may
 * not turn text into markup or code.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * The paths of the console for operators. It is served only if the API for operators is on. Letter case is ignored, because the
 * router ignores it, too.
 */
const pageForOperators = /^\/console\/operate(\/|$)/i;

/**
 * Serves the files of the console at `/console`, and redirects browsers from `/` to it. The files are public; they contain no data
 * of tenants.
 */
@ApiExcludeController()
@Controller()
@Public()
export class ConsoleController {
  constructor(
    private readonly files: ConsoleFiles,
    @Inject(configToken) private readonly config: Config,
  ) {}

  @Get()
  redirect(@Req() request: Request, @Res() response: Response): void {
    // Only browsers name `text/html` in the header `Accept`. Other programs send `*/*`, and it would not help them to be redirected
    // to a page.
    if (request.headers.accept?.includes('text/html') !== true) throw new DomainError('ROUTE_NOT_FOUND');
    response.setHeader('Vary', 'Accept');
    // The address is relative, so that it is also right behind a proxy that adds a prefix to the path.
    response.redirect(302, 'console');
  }

  /**
   * Serves a script, style or image of the page. The name of such a file contains a hash of its content, so browsers may keep it
   * for a year. The rate limit does not count these requests. To count one would cost more than to serve it, and a page that loads
   * several files at once could exceed the limit.
   */
  @Get('console/assets/:name')
  @SkipThrottle()
  @Header('Cache-Control', 'public, max-age=31536000, immutable')
  asset(@Param('name') name: string, @Req() request: Request, @Res() response: Response): void {
    const file = this.files.byName(name);
    if (file === undefined) throw new DomainError('ROUTE_NOT_FOUND');
    const encoding = request.acceptsEncodings([...file.encoded.keys()]) as 'br' | 'gzip' | false;
    response.setHeader('Vary', 'Accept-Encoding').setHeader('Content-Type', file.type);
    const content = encoding === false ? undefined : file.encoded.get(encoding);
    if (content !== undefined) response.setHeader('Content-Encoding', encoding as string);
    response.end(content ?? file.content);
  }

  @Get(['console', 'console/*path'])
  @Header('Cache-Control', 'no-cache')
  @Header('Content-Security-Policy', policy)
  page(@Req() request: Request, @Res() response: Response): void {
    const isForOperators = pageForOperators.test(request.path);
    if (isForOperators && this.config.operatorApi === 'off') throw new DomainError('ROUTE_NOT_FOUND');
    const depth = request.path.split('/').length - 2;
    response
      .type('html')
      .send(
        this.files.page(isForOperators ? 'operators' : 'tenants', depth === 0 ? 'console/' : '../'.repeat(depth - 1)),
      );
  }
}
