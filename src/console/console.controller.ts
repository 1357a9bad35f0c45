import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { Public } from '../platform/auth/api-key.guard.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { ConsoleFiles } from './console-files.js';

/** Nothing from other hosts, nothing inline, and no text becomes markup or code. */
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

/** Serves the console at `/console`, and leads browsers there from `/`. What it shows, it reads with the key of its user. */
@ApiExcludeController()
@Controller()
@Public()
export class ConsoleController {
  constructor(private readonly files: ConsoleFiles) {}

  @Get()
  lead(@Req() request: Request, @Res() response: Response): void {
    // Only browsers name it; what other programs send, `*/*`, they get no page for.
    if (request.headers.accept?.includes('text/html') !== true) throw new DomainError('ROUTE_NOT_FOUND');
    // Relative, for a proxy that adds a path.
    response.setHeader('Vary', 'Accept');
    response.redirect(302, 'console');
  }

  /** The name has a hash of the content. Throttling would cost more than a file, and break the page that loads several. */
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
    const depth = request.path.split('/').length - 2;
    response.type('html').send(this.files.page(depth === 0 ? 'console/' : '../'.repeat(depth - 1)));
  }
}
