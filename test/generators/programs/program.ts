import * as service from './calls.js';

/** The type `true` if both types are identical, and `false` if not. `any` is identical only with `any`. */
type Exactly<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;

export async function enrichCompanies(): Promise<unknown> {
  const answer = await service.enrichCompanies({
    companies: [{ website: 'siemens.com', external_id: 'crm-0042' }, { network_id: '5661061' }],
    fields: ['name', 'employee_count', 'data_engineers'],
  });
  const [company] = answer?.results ?? [];
  if (!company?.matched) return company?.identifier.external_id?.toUpperCase();
  const types: [
    Exactly<typeof company.data.name, string | null | undefined>,
    Exactly<typeof company.data.employee_count, number | null | undefined>,
    Exactly<typeof company.data.specialities, string[] | null | undefined>,
  ] = [true, true, true];
  return [types, company.data['data_engineers']];
}

export async function enrichPersons(): Promise<unknown> {
  const answer = await service.enrichPersons({
    persons: [{ full_name: 'Theresa Weber', company_domain: 'siemens.com', external_id: 'crm-0108' }],
    fields: ['full_name', 'data_engineers'],
    include_contact_data: true,
    enrich_company: ['name', 'data_engineers'],
    allow_signals: { type: 'New Hire' },
  });
  const [person] = answer?.results ?? [];
  if (!person?.matched) return person?.identifier.external_id?.toUpperCase();
  const types: [
    Exactly<typeof person.data.email, string | null | undefined>,
    Exactly<typeof person.data.phone, string | null | undefined>,
    Exactly<typeof person.identifier.resolved_network_url, string | null | undefined>,
  ] = [true, true, true];
  const employer: string | null | undefined = person.data.company?.name;
  const messages = person.data.signals?.map((signal) => signal.message_text ?? '');
  return [types, employer, messages, person.data['data_engineers']];
}

export async function readSignals(): Promise<string[] | undefined> {
  const answer = await service.getSignals({ start_time: '2026-01-01', end_time: '2026-03-31', type: 'New Hire' });
  return answer?.signals['siemens.com']?.map(({ message_text: text }) => text ?? '');
}

export async function prospect(): Promise<unknown> {
  const started = await service.startProspecting({ network_url: 'https://www.network.com/company/datadog' });
  const id: number = started?.job_id ?? 0;
  const job = await service.getProspectingJob(id);
  if (job?.status !== 'success') return job?.failure_reason;
  const results = await service.getProspectingResults(id);
  return results?.resulting_prospects.map((found) => [found.full_name, found.composite_score.toFixed(1)]);
}

export async function readUsage(): Promise<unknown> {
  const usage = await service.readUsage({ from: '2026-01-01', to: '2026-03-31' });
  const entries = (await service.readRequestUsage('5a2f6c1e'))?.entries.map(({ kind, charged }) => [kind, charged]);
  const health: 'ok' | 'degraded' | undefined = (await service.readHealth())?.status;
  return [usage?.usage.map(({ feature, charged }) => [feature, charged]), entries, health];
}
