import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { StartedRun } from './started-run.js';

/** Tells in a header what a run will cost if it succeeds. */
@Injectable()
export class ReservedCreditsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((result: unknown) => {
        if (result instanceof StartedRun) response.setHeader('X-Credits-Prospecting-Reserved', String(result.reserved));
        return result;
      }),
    );
  }
}
