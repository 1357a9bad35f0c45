import { Body, Param, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';
import { CommandError } from '../platform/errors/command-error.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { StreamedBody } from '../platform/http/json-body.interceptor.js';
import {
  NewUpload,
  PieceParameters,
  rejectsAnswer,
  RejectsParameters,
  uploadAnswer,
  uploadsAnswer,
} from './imports.dto.js';
import { ListParameters } from './operator.dto.js';
import { Client, missing, OperatorRoute, OperatorRoutes, tooSmall } from './operator-route.js';
import { apiUser, OperatorService } from './operator.service.js';
import { UploadService } from './upload.service.js';

/** How many uploads are listed if the request does not say how many. */
const usualEntries = 20;

/** The routes for uploads: files that an operator sends and the service imports, as the command `import` does. */
@OperatorRoutes()
export class UploadController {
  constructor(
    private readonly uploads: UploadService,
    private readonly operators: OperatorService,
  ) {}

  @OperatorRoute('POST /operator/v1/uploads', {
    command: 'import companies',
    summary: 'Announce a file to import, which is then sent in pieces',
    answer: uploadAnswer,
    status: 201,
    fault: missing('body', 'file'),
  })
  async beginUpload(@Body() body: NewUpload, @Client() client: string) {
    await this.operators.noteUpload(body, client);
    return this.uploads.begin(body);
  }

  @OperatorRoute('GET /operator/v1/uploads', {
    command: 'import list',
    summary: 'List uploads of the last week, the newest first',
    answer: uploadsAnswer,
    fault: tooSmall('query', 'limit'),
  })
  async listUploads(@Query() { limit }: ListParameters) {
    return { uploads: await this.uploads.newest(limit ?? usualEntries) };
  }

  @OperatorRoute('GET /operator/v1/uploads/:upload_id', {
    command: 'import list',
    summary: 'Get how far an upload and its import are',
    answer: uploadAnswer,
  })
  getUpload(@Param('upload_id') id: string) {
    return this.uploads.byId(id);
  }

  @OperatorRoute('PUT /operator/v1/uploads/:upload_id/content', {
    command: 'import companies',
    summary: 'Send the next piece of a file, of at most 4 MiB; the import begins with the last piece',
    answer: uploadAnswer,
    fault: missing('query', 'offset'),
  })
  @StreamedBody()
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  sendPiece(
    @Param('upload_id') id: string,
    @Query() { offset }: PieceParameters,
    @Req() request: Request,
    @Client() client: string,
  ) {
    return this.uploads.take(id, offset, bodyOf(request), { systemUser: apiUser, host: client });
  }

  @OperatorRoute('GET /operator/v1/uploads/:upload_id/rejects', {
    command: 'import companies',
    summary: 'Get rejected lines and warnings of an import, in parts of about 1 MiB',
    answer: rejectsAnswer,
    fault: tooSmall('query', 'start', 0),
  })
  getRejects(@Param('upload_id') id: string, @Query() { start }: RejectsParameters) {
    return this.uploads.rejects(id, start ?? 0);
  }
}

/** The bytes of a body, in the order in which they arrive. If the consumer stops before the end, the rest of the body is discarded. */
async function* bodyOf(request: Request): AsyncGenerator<Buffer> {
  if (![undefined, 'identity'].includes(request.headers['content-encoding']))
    throw new DomainError('UNSUPPORTED_ENCODING');
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    if (!request.complete)
      throw new CommandError(
        'The piece ended before its announced length; send the rest as the next piece, from `received_bytes` on',
      );
  } finally {
    request.resume();
  }
}
