import type { Operator, Task } from '../../operations/operation.js';
import { ImportUndoService, type UndoneImport } from './import-undo.service.js';

/** @param id the entry in the journal of imports that is taken back */
export function undoImport(id: number, operator: Operator | null): Task<ImportUndoService, UndoneImport> {
  return {
    operation: { kind: 'import undo', details: { import_id: id } },
    service: ImportUndoService,
    run: (undos) => undos.undo(id, operator),
  };
}
