import * as client from './client.js';

const headers = { 'X-Api-Key': 'key', 'Idempotency-Key': 'one' };
const options = { baseURL: 'http://localhost:3000', headers };

export const enrichCompanies = async (body: client.CompanyEnrichRequest) =>
  (await client.enrichCompanies(body, options)).data;
export const enrichPersons = async (body: client.PersonEnrichRequest) => (await client.enrichPersons(body)).data;
export const getSignals = async (body: client.GetSignalsRequest) => (await client.getSignals(body)).data;
export const startProspecting = async (body: client.StartProspectingRequest) =>
  (await client.startProspecting(body)).data;
export const getProspectingJob = async (id: number) => (await client.getProspectingJob(id)).data;
export const getProspectingResults = async (id: number) => (await client.getProspectingResults(id)).data;
export const readUsage = async (query: client.ReadUsageParams) => (await client.readUsage(query)).data;
export const readRequestUsage = async (id: string) => (await client.readRequestUsage(id)).data;
export const readHealth = async () => (await client.readHealth()).data;
