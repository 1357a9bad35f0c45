import { Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { BoundedBody } from '../platform/http/json-body.interceptor.js';
import { McpService } from './mcp.service.js';
import { OriginGuard } from './origin.guard.js';

/** A call has 50 identifiers of nine values and 100 names at most, so this is plenty. */
const bounds = { bytes: 256 * 1024, values: 5_000 };

/** Not in the OpenAPI document: the protocol has its own description of tools. */
@ApiExcludeController()
@Controller('mcp')
@UseGuards(OriginGuard)
@BoundedBody(bounds)
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  serve(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    return this.mcp.answer(request, response);
  }
}
