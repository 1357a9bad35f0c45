import type { PipeTransform } from '@nestjs/common';
import { notAnInteger, parsePathInteger } from '../../platform/http/validation/path-integer.js';
import { ValidationFailure } from '../../platform/http/validation/validation-failure.js';

/** Reads the job id of a path, which may be any integer. */
export class JobIdPipe implements PipeTransform<string, bigint> {
  /** @throws ValidationFailure for what is no integer */
  transform(raw: string): bigint {
    const id = parsePathInteger(raw);
    if (id === null) throw new ValidationFailure([notAnInteger('job_id', raw)]);
    return id;
  }
}
