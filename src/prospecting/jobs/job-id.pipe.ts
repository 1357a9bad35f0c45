import type { PipeTransform } from '@nestjs/common';
import {
  notAnInteger,
  parsePathInteger,
  ValidationException,
} from '../../platform/http/validation/validation-exception.js';

/** Reads the job id of a path, which may be any integer. */
export class JobIdPipe implements PipeTransform<string, bigint> {
  /** @throws ValidationException when it is no integer */
  transform(raw: string): bigint {
    const id = parsePathInteger(raw);
    if (id === null) throw new ValidationException([notAnInteger('job_id', raw)]);
    return id;
  }
}
