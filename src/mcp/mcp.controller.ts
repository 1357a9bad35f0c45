import { Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { BodyLimit } from '../platform/http/json-body.interceptor.js';
import { McpService } from './mcp.service.js';
import { OriginGuard } from './origin.guard.js';

/** A call has 50 identifiers and 100 names at most, so this is plenty; in bytes. */
const maxMessage = 256 * 1024;

/** Not in the OpenAPI document: the protocol has its own description of tools. */
@ApiExcludeController()
@Controller('mcp')
@UseGuards(OriginGuard)
@BodyLimit(maxMessage)
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  serve(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    return this.mcp.answer(request, response);
  }
}
