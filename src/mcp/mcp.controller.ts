import { Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { BoundedBody } from '../platform/http/json-body.interceptor.js';
import { McpService } from './mcp.service.js';
import { OriginGuard } from './origin.guard.js';

/**
 * The limits on the body of a message. A valid call stays far below them: it has at most 50 identifiers with nine values each, and
 * 100 names of fields.
 */
const bounds = { bytes: 256 * 1024, values: 5_000 };

/**
 * The route of the Model Context Protocol. The OpenAPI document does not contain it, because agents ask the protocol itself for the
 * list of tools.
 */
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
