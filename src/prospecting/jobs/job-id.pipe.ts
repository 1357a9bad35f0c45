import type { PipeTransform } from '@nestjs/common';
import {
  notAnInteger,
  parsePathInteger,
  ValidationException,
} from '../../platform/http/validation/validation-exception.js';

/** Reads the job id from the path. Any integer is accepted here; the service finds out whether there is such a job. */
export class JobIdPipe implements PipeTransform<string, bigint> {
  /**
   * Reads the id that the path contains as text.
   * @throws ValidationException when the text is not an integer
   */
  transform(raw: string): bigint {
    const id = parsePathInteger(raw);
    if (id === null) throw new ValidationException([notAnInteger('job_id', raw)]);
    return id;
  }
}
