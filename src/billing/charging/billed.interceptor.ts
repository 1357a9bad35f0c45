import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { unknownFieldsHeader, unknownFieldsOf } from '../../platform/http/unknown-fields.js';
import { Billed } from './billed.js';
import { creditHeaders } from '../credits/credit-headers.js';

/** Sends a {@link Billed} answer with the headers that tell what it has cost, and what of it nobody has. */
@Injectable()
export class BilledInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((result: unknown) => {
        if (!isBilled(result)) return result;
        const { answer, charges, balances } = result;
        response.set(creditHeaders(charges, balances));
        const unknownFields = unknownFieldsOf(answer);
        if (unknownFields !== null) response.set(unknownFieldsHeader, unknownFields);
        return answer;
      }),
    );
  }
}

function isBilled(result: unknown): result is Billed<unknown> {
  return result instanceof Billed;
}
