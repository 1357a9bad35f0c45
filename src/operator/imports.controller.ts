import { Param, Query } from '@nestjs/common';
import {
  ChangeParameters,
  importAnswer,
  importChangesAnswer,
  importsAnswer,
  undoneImportAnswer,
} from './imports.dto.js';
import { Client, OperatorRoute, OperatorRoutes, tooSmall } from './operator-route.js';
import { ListParameters, usualEntries } from './operator.dto.js';
import { OperatorService } from './operator.service.js';

/** The routes of operators about imports that have begun, and about what they have changed. */
@OperatorRoutes()
export class ImportsController {
  constructor(private readonly operators: OperatorService) {}

  @OperatorRoute('GET /operator/v1/imports', {
    command: 'import list',
    summary: 'List imports, the newest first',
    answer: importsAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listImports(@Query() { limit }: ListParameters) {
    return this.operators.imports(limit ?? usualEntries);
  }

  @OperatorRoute('GET /operator/v1/imports/:import_id', {
    command: 'import diff',
    summary: 'Get an import, with a summary of what it changed',
    answer: importAnswer,
  })
  getImport(@Param('import_id') id: string) {
    return this.operators.importOf(id);
  }

  @OperatorRoute('GET /operator/v1/imports/:import_id/changes', {
    command: 'import diff',
    summary: 'List the records that an import changed, with their values before and after',
    answer: importChangesAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listChanges(@Param('import_id') id: string, @Query() { limit, cursor }: ChangeParameters) {
    return this.operators.changesOf(id, cursor ?? null, limit ?? usualEntries);
  }

  @OperatorRoute('POST /operator/v1/imports/:import_id/undo', {
    command: 'import undo',
    summary: 'Take back what an import changed, apart from what was changed or erased since',
    answer: undoneImportAnswer,
  })
  undoImport(@Param('import_id') id: string, @Client() client: string) {
    return this.operators.undoImport(id, client);
  }
}
