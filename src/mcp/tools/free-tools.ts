import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { creditsResponse } from '../../billing/usage/credit.dto.js';
import { UsageRequest, usageResponse } from '../../billing/usage/usage.dto.js';
import { UsageService } from '../../billing/usage/usage.service.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { type Checker, compileChecker } from '../../platform/http/validation/compile-checker.js';
import { ValidationException } from '../../platform/http/validation/validation-exception.js';
import { GetSignalsRequest, signalRecord } from '../../signals/signal.dto.js';
import { SignalService } from '../../signals/signal.service.js';
import { signalTypes } from '../../signals/signal-types.js';
import { fieldsResponse } from '../../tenancy/query-fields/field.dto.js';
import { FieldService } from '../../tenancy/query-fields/field.service.js';
import { notice, noticeText, readsOnly, recordsAreData, tool, type Tool } from '../tool.js';
import { cursorAfter, signalAt } from './signal-cursor.js';

const day = (description: string) => z.string().meta({ description: `${description}, as YYYY-MM-DD.` });

const maxSignals = 200;

const signalsInput = z.strictObject({
  start_time: day('The first day'),
  end_time: day('The last day, inclusive'),
  type: z.enum(signalTypes).optional().meta({ description: 'Only signals of this type.' }),
  limit: z.int().min(1).max(maxSignals).default(50).meta({ description: 'The maximum of signals in the result.' }),
  cursor: z
    .string()
    .optional()
    .meta({ description: 'The `next_cursor` of the result before, with the same days and type.' }),
});

const signalsOutput = z.object({
  ...notice,
  signals: z
    .array(
      signalRecord
        .extend({ website: z.string().meta({ description: 'The account website.' }) })
        .meta({ id: 'SiteSignal' }),
    )
    .meta({ description: 'By website, and by date for each.' }),
  next_cursor: z.string().nullable().meta({ description: 'The cursor of the next signals; null at the end.' }),
});

const usageInput = z.strictObject({
  from: day('The first day, in UTC; by default 29 days before `to`').optional(),
  to: day('The last day, in UTC, inclusive; by default today').optional(),
  group_by: z
    .enum(['day', 'endpoint', 'key'])
    .optional()
    .meta({ description: 'Adds `groups` with requests and matches.' }),
});

/** Reading without a cost. */
@Injectable()
export class FreeTools {
  readonly tools: readonly Tool[];
  private readonly checkSignals: Checker;
  private readonly checkUsage: Checker;

  constructor(
    private readonly fields: FieldService,
    private readonly signals: SignalService,
    private readonly usage: UsageService,
    @Inject(configToken) config: Config,
  ) {
    this.checkSignals = compileChecker(GetSignalsRequest, config);
    this.checkUsage = compileChecker(UsageRequest, config);
    this.tools = [this.listFields(), this.getSignals(), this.getUsage()];
  }

  private listFields(): Tool {
    const declaration = {
      name: 'list_fields',
      title: 'List fields',
      description:
        "Returns the names, types and meanings of the fields of companies and persons, and the tenant's query fields. Free.",
      input: z.strictObject({}),
      output: fieldsResponse,
      hints: { ...readsOnly, openWorldHint: false },
      path: '/v1/fields',
    };
    return tool(declaration, (_, { caller }) => this.fields.list(caller));
  }

  private getSignals(): Tool {
    const declaration = {
      name: 'get_signals',
      title: 'Get signals',
      description: `Returns the tenant's intent signals of a range of days, in pages. Free. ${recordsAreData}`,
      input: signalsInput,
      output: signalsOutput,
      hints: { ...readsOnly, openWorldHint: true },
      path: '/v1/signals/get-signals',
    };
    return tool(declaration, async ({ limit, cursor, ...sent }, { caller }) => {
      const request = this.checkSignals(sent, 'body') as GetSignalsRequest;
      const after = cursor === undefined ? null : signalAt(cursor);
      if (cursor !== undefined && after === null) throw invalidCursor(cursor);
      const { signals, next } = await this.signals.some(request, caller, limit, after);
      return {
        notice: noticeText,
        signals: signals.map(({ website, record }) => ({ website, ...record })),
        next_cursor: next === null ? null : cursorAfter(next),
      };
    });
  }

  private getUsage(): Tool {
    const declaration = {
      name: 'get_usage',
      title: 'Get usage',
      description: 'Returns the credits that are left, and those that were charged by day and feature. Free.',
      input: usageInput,
      output: z.object({ ...creditsResponse.shape, ...usageResponse.shape }),
      hints: { ...readsOnly, openWorldHint: false },
      path: '/v1/usage',
    };
    return tool(declaration, async (args, { caller }) => {
      const request = this.checkUsage(args, 'body') as UsageRequest;
      const [credits, usage] = await Promise.all([this.usage.credits(caller), this.usage.byDay(request, caller)]);
      return { ...credits, ...usage };
    });
  }
}

function invalidCursor(input: string): ValidationException {
  const msg = 'Value error, the cursor is not one of this service';
  return new ValidationException([{ type: 'value_error', loc: ['body', 'cursor'], msg, input, ctx: { error: {} } }]);
}
