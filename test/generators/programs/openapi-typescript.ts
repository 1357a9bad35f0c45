import createClient from 'openapi-fetch';
import type { components, operations, paths } from './client.js';

type Schemas = components['schemas'];

const client = createClient<paths>({ baseUrl: 'http://localhost:3000', headers: { 'X-Api-Key': 'key' } });
const header = { 'Idempotency-Key': 'one' };

export const enrichCompanies = async (body: Schemas['CompanyEnrichRequest']) =>
  (await client.POST('/v1/company/enrich', { params: { header }, body })).data;
export const enrichPersons = async (body: Schemas['PersonEnrichRequest']) =>
  (await client.POST('/v1/person/enrich', { body })).data;
export const getSignals = async (body: Schemas['GetSignalsRequest']) =>
  (await client.POST('/v1/signals/get-signals', { body })).data;
export const startProspecting = async (body: Schemas['StartProspectingRequest']) =>
  (await client.POST('/v1/prospecting/start', { body })).data;
export const getProspectingJob = async (job_id: number) =>
  (await client.GET('/v1/prospecting/jobs/{job_id}', { params: { path: { job_id } } })).data;
export const getProspectingResults = async (job_id: number) =>
  (await client.GET('/v1/prospecting/jobs/{job_id}/results', { params: { path: { job_id } } })).data;
export const readUsage = async (query: operations['readUsage']['parameters']['query']) =>
  (await client.GET('/v1/usage', { params: { query } })).data;
export const readRequestUsage = async (request_id: string) =>
  (await client.GET('/v1/usage/requests/{request_id}', { params: { path: { request_id } } })).data;
export const readHealth = async () => (await client.GET('/health')).data;
