import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Refusal } from '../../platform/errors/command-error.js';
import type { RunScope } from '../assessment/assessment.js';
import type { ClientEmployee } from '../assessment/candidate.js';
import { ClientEmployeeReader } from '../records/client-employee.reader.js';
import { CompanyFactsReader } from '../records/company-facts.reader.js';
import { companyPage } from '../records/company-page.js';
import { failureReasons, type RunOrder } from './run-result.js';
import { Team } from '../assessment/team.js';
import type { TeamSchema } from '../assessment/team-schema.js';
import { companyAsOf } from '../assessment/technology.js';
import { TeamService } from '../teams/team.service.js';

/** What a run looks for, and where, or the sentence that says why it cannot. */
export type FoundScope =
  { readonly scope: RunScope; readonly schemaSource: 'team' | 'default' } | { readonly failure: string };

/** Finds out what a run is about before it looks at anybody. */
@Injectable()
export class RunScopeService {
  constructor(
    private readonly companies: CompanyFactsReader,
    private readonly clientEmployees: ClientEmployeeReader,
    private readonly teams: TeamService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
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
      if (error instanceof Refusal) return 'unusable';
      throw error;
    }
  }

  /** Whoever prospects their own company needs nobody's introduction. */
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
