import * as sdk from './client/index.js';
import { client } from './client/client.gen.js';

client.setConfig({ baseUrl: 'http://localhost:3000', auth: 'key' });
const headers = { 'Idempotency-Key': 'one' };

export const enrichCompanies = async (body: sdk.CompanyEnrichRequest) =>
  (await sdk.enrichCompanies({ body, headers })).data;
export const enrichPersons = async (body: sdk.PersonEnrichRequest) => (await sdk.enrichPersons({ body })).data;
export const getSignals = async (body: sdk.GetSignalsRequest) => (await sdk.getSignals({ body })).data;
export const startProspecting = async (body: sdk.StartProspectingRequest) =>
  (await sdk.startProspecting({ body })).data;
export const getProspectingJob = async (job_id: number) => (await sdk.getProspectingJob({ path: { job_id } })).data;
export const getProspectingResults = async (job_id: number) =>
  (await sdk.getProspectingResults({ path: { job_id } })).data;
export const readUsage = async (query: sdk.ReadUsageData['query']) => (await sdk.readUsage({ query })).data;
export const readRequestUsage = async (request_id: string) =>
  (await sdk.readRequestUsage({ path: { request_id } })).data;
export const readHealth = async () => (await sdk.readHealth()).data;
