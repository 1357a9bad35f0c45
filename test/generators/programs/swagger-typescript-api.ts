import * as client from './client.js';

const headers = { 'X-Api-Key': 'key', 'Idempotency-Key': 'one' };
const { v1, health } = new client.Api({ baseUrl: 'http://localhost:3000', baseApiParams: { headers } });

export const enrichCompanies = async (body: client.CompanyEnrichRequest) => (await v1.enrichCompanies(body)).data;
export const enrichPersons = async (body: client.PersonEnrichRequest) => (await v1.enrichPersons(body)).data;
export const getSignals = async (body: client.GetSignalsRequest) => (await v1.getSignals(body)).data;
export const startProspecting = async (body: client.StartProspectingRequest) => (await v1.startProspecting(body)).data;
export const getProspectingJob = async (jobId: number) => (await v1.getProspectingJob(jobId)).data;
export const getProspectingResults = async (jobId: number) => (await v1.getProspectingResults(jobId)).data;
export const readUsage = async (query: { from?: string; to?: string }) => (await v1.readUsage(query)).data;
export const readRequestUsage = async (requestId: string) => (await v1.readRequestUsage(requestId)).data;
export const readHealth = async () => (await health.readHealth()).data;
