import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { McpService } from './mcp.service.js';

/** Not in the OpenAPI document: the protocol has its own description of tools. */
@ApiExcludeController()
@Controller('mcp')
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  serve(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    return this.mcp.answer(request, response);
  }
}
