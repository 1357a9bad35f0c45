import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { creditsResponse } from '../../billing/usage/credit.dto.js';
import { UsageRequest, usageResponse } from '../../billing/usage/usage.dto.js';
import { usageGroups } from '../../billing/usage/usage.reader.js';
import { UsageService } from '../../billing/usage/usage.service.js';
import { findCompaniesResponse } from '../../company/company.dto.js';
import { CompanyService } from '../../company/company.service.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { compileChecker } from '../../platform/http/validation/compile-checker.js';
import { teamsResponse } from '../../prospecting/teams/team.dto.js';
import { TeamService } from '../../prospecting/teams/team.service.js';
import { GetSignalsRequest, signalRecord } from '../../signals/signal.dto.js';
import { SignalService } from '../../signals/signal.service.js';
import { signalTypes } from '../../signals/signal-types.js';
import { fieldsResponse } from '../../tenancy/query-fields/field.dto.js';
import { FieldService } from '../../tenancy/query-fields/field.service.js';
import {
  type ArgumentsFor,
  invalidArgument,
  notice,
  noticeText,
  readsOnly,
  recordsAreData,
  tool,
  type Tool,
} from '../tool.js';
import { cursorAfter, signalAt } from './signal-cursor.js';

const day = (description: string) => z.string().meta({ description: `${description}, as YYYY-MM-DD.` });

const maxSignals = 200;

const findInput = z.strictObject({
  query: z
    .string()
    .max(2_048)
    .refine((text) => text.trim() !== '', 'The text must not be blank')
    .meta({
      description: 'A name or the beginning of one, a website, or the address of a profile page, such as `Siemens`.',
    }),
});

const signalsInput = z.strictObject({
  start_time: day('The first day'),
  end_time: day('The last day, inclusive'),
  type: z.enum(signalTypes).optional().meta({ description: 'Only signals of this type.' }),
  limit: z
    .int()
    .min(1)
    .max(maxSignals)
    .default(50)
    .meta({ description: 'The maximum number of signals in the result.' }),
  cursor: z.string().optional().meta({
    description: 'The `next_cursor` of the previous result. The days and the type must be those of the previous call.',
  }),
} satisfies ArgumentsFor<GetSignalsRequest>);

const signalsOutput = z.object({
  ...notice,
  signals: z
    .array(
      signalRecord
        .extend({ website: z.string().meta({ description: 'The account website.' }) })
        .meta({ id: 'SiteSignal' }),
    )
    .meta({ description: 'The signals, ordered by website and then by date.' }),
  next_cursor: z.string().nullable().meta({ description: 'The cursor of the next signals; null at the end.' }),
});

const usageInput = z.strictObject({
  from: day('The first day, in UTC; by default 29 days before `to`').optional(),
  to: day('The last day, in UTC, inclusive; by default today').optional(),
  group_by: z
    .enum(usageGroups)
    .optional()
    .meta({ description: 'Adds `groups`: the numbers of requests and matches for each day, endpoint or key.' }),
} satisfies ArgumentsFor<UsageRequest>);

/** The tools that read and cost nothing. */
@Injectable()
export class FreeTools {
  readonly tools: readonly Tool[];
  private readonly checkSignals;
  private readonly checkUsage;

  constructor(
    private readonly fields: FieldService,
    private readonly signals: SignalService,
    private readonly usage: UsageService,
    private readonly companies: CompanyService,
    private readonly teams: TeamService,
    @Inject(configToken) config: Config,
  ) {
    this.checkSignals = compileChecker(GetSignalsRequest, config);
    this.checkUsage = compileChecker(UsageRequest, config);
    this.tools = [this.listFields(), this.findCompanies(), this.listTeams(), this.getSignals(), this.getUsage()];
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

  private findCompanies(): Tool {
    const declaration = {
      name: 'find_companies',
      title: 'Find companies',
      description:
        'Finds at most ten companies by name, website or profile page, with the best match first. Each result has members that ' +
        `distinguish companies with the same name. Use their \`website\` and \`network_url\` as arguments of other tools. Free. ${recordsAreData}`,
      input: findInput,
      output: z.object({ ...notice, ...findCompaniesResponse.shape }),
      hints: { ...readsOnly, openWorldHint: true },
      path: '/v1/companies',
    };
    return tool(declaration, async ({ query }, { caller }) => {
      const { companies } = await this.companies.find({ q: query }, caller);
      return { notice: noticeText, companies };
    });
  }

  private listTeams(): Tool {
    const declaration = {
      name: 'list_teams',
      title: 'List teams',
      description: "Returns the names of the tenant's teams, for `team_name` of `start_prospecting`. Free.",
      input: z.strictObject({}),
      output: teamsResponse,
      hints: { ...readsOnly, openWorldHint: false },
      path: '/v1/teams',
    };
    return tool(declaration, (_, { caller }) => this.teams.namesOf(caller));
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
      const request = this.checkSignals(sent, 'body');
      const after = cursor === undefined ? null : signalAt(cursor);
      if (cursor !== undefined && after === null) {
        throw invalidArgument(
          'cursor',
          'the cursor is not the `next_cursor` of an earlier result; leave it out to get the first signals',
          cursor,
        );
      }
      // For a range that ends before it begins, the HTTP route returns an empty list. An agent would conclude that there are no
      // signals, so the tool refuses such a range.
      if (request.end_time < request.start_time) {
        throw invalidArgument('end_time', 'the last day is before the first day, `start_time`', sent.end_time);
      }
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
      description:
        'Returns the credits that are left, and the credits that were charged for each day and feature. Free.',
      input: usageInput,
      output: z.object({ ...creditsResponse.shape, ...usageResponse.shape }),
      hints: { ...readsOnly, openWorldHint: false },
      path: '/v1/usage',
    };
    return tool(declaration, async (args, { caller }) => {
      const request = this.checkUsage(args, 'body');
      const [credits, usage] = await Promise.all([this.usage.credits(caller), this.usage.byDay(request, caller)]);
      return { ...credits, ...usage };
    });
  }
}
