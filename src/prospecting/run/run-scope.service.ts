import { Inject, Injectable } from '@nestjs/common';
import { configToken, type Config } from '../../platform/config/config.js';
import { CommandError } from '../../platform/errors/command-error.js';
import type { RunScope } from '../assessment/assessment.js';
import type { ClientEmployee } from '../assessment/facts/candidate.js';
import type { TeamSchema } from '../assessment/team/team-schema.js';
import { Team } from '../assessment/team/team.js';
import { companyAsOf } from '../assessment/career/technology.js';
import { ClientEmployeeReader } from '../records/client-employee.reader.js';
import { CompanyFactsReader } from '../records/company-facts.reader.js';
import { companyPage } from '../records/company-page.js';
import { TeamService } from '../teams/team.service.js';
import { failureReasons, type RunOrder } from './run-result.js';

/** The facts on which a run works, or the reason why the run must fail. The client can read this reason. */
type FoundScope =
  | { readonly scope: RunScope; readonly schemaSource: 'team' | 'default' }
  | { readonly failure: string };

/** Reads what a run needs: the company, the team and the employees of the client. */
@Injectable()
export class RunScopeService {
  constructor(
    private readonly companies: CompanyFactsReader,
    private readonly clientEmployees: ClientEmployeeReader,
    private readonly teams: TeamService,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Finds the company, the team and the employees of the client for a run.
   * @param today `YYYY-MM-DD`
   * @throws the signal's reason when it aborts
   */
  async find(order: RunOrder, today: string, signal: AbortSignal): Promise<FoundScope> {
    const page = companyPage(order.companyNetworkUrl, this.config.networkHosts);
    const id = page === null ? null : await this.companies.idOf(page, signal);
    const company = page === null || id === null ? null : await this.companies.byId(id, page, signal);
    if (company === null) return { failure: failureReasons.companyNotFound };
    const schema = await this.schemaOf(order);
    if (schema === 'unusable') return { failure: failureReasons.unusableSchema };
    const team = new Team(schema ?? {});
    const clientEmployees = await this.employeesOfClient(team, company.id, signal);
    const schemaSource = schema === null ? 'default' : 'team';
    return { scope: { company: companyAsOf(today, company), team, clientEmployees, today }, schemaSource };
  }

  private async schemaOf({ tenantId, team }: RunOrder): Promise<TeamSchema | 'unusable' | null> {
    try {
      return await this.teams.schemaOf(tenantId, team);
    } catch (error) {
      if (error instanceof CommandError) return 'unusable';
      throw error;
    }
  }

  /**
   * The employees of the client, who may be able to introduce prospects. The list is empty if the team's schema names no client
   * company, or one that is not on record. It is also empty if the run is for the client itself, because its own employees need no
   * introduction.
   */
  private async employeesOfClient(
    team: Team,
    companyId: string,
    signal: AbortSignal,
  ): Promise<readonly ClientEmployee[]> {
    const { clientCompanyNetworkUrl } = team;
    const page = clientCompanyNetworkUrl === null ? null : companyPage(clientCompanyNetworkUrl, null);
    const id = page === null ? null : await this.companies.idOf(page, signal);
    return id === null || id === companyId ? [] : this.clientEmployees.employeesOf(id, signal);
  }
}
