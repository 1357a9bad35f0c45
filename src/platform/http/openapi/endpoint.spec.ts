import { beforeAll, describe, expect, it } from '@jest/globals';
import { Body, Controller, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SwaggerModule } from '@nestjs/swagger';
import { z } from 'zod';
import { DomainError } from '../../errors/domain-error.js';
import { Endpoint } from './endpoint.js';
import { RequestDto, Text } from '../validation/request-dto.js';

@RequestDto()
class ThingRequest {
  @Text({ description: 'The name.' })
  name = '';
}

const thing = z.object({ name: z.string() });
const facts = {
  summary: 'Get a thing',
  description: 'Returns a thing.',
  answer: { description: 'It.', schema: thing },
};

@Controller()
class ThingController {
  @Endpoint('GET /v1/things', facts)
  readThing() {
    return Promise.resolve({ name: 'a' });
  }

  @Endpoint('POST /v1/prospecting/things/:id', {
    ...facts,
    parameters: [{ name: 'id' }],
    errors: ['JOB_ENDED', new DomainError('PROSPECTING_UPSTREAM_TIMEOUT', 'The queue is slow.')],
  })
  changeThing(@Param('id') _id: string, @Body() { name }: ThingRequest) {
    return Promise.resolve({ name });
  }

  @Endpoint('POST /v1/things/first', { ...facts, costs: 'A thing costs much.' })
  buyThing() {
    return Promise.resolve({ name: 'b' });
  }

  @Endpoint('GET /open', { ...facts, isOpen: true })
  readOpenly() {
    return Promise.resolve({ name: 'c' });
  }

  // @ts-expect-error The handler returns a number where the schema of the answer has a text.
  @Endpoint('GET /v1/numbers', facts)
  readNumber() {
    return Promise.resolve({ name: 1 });
  }
}

@Module({ controllers: [ThingController] })
class ThingModule {}

interface Answer {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly required?: boolean }>>;
}
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, Answer>>;
  readonly security?: unknown;
}

const operations = new Map<string, Operation>();

beforeAll(async () => {
  const app = await NestFactory.create(ThingModule, { logger: false });
  const { paths } = SwaggerModule.createDocument(app, { openapi: '3.1.0', info: { title: 'Things', version: '1' } });
  for (const { get, post } of Object.values(paths)) {
    const operation = (get ?? post) as unknown as Operation;
    operations.set(operation.operationId, operation);
  }
});

function operation(id: string): Operation {
  const found = operations.get(id);
  if (found === undefined) throw new Error(`There is no operation ${id}`);
  return found;
}

/**
 * The names of the parameters of an operation, except X-Request-Id. Swagger adds that parameter to all operations of the process
 * as soon as one test has described the whole service.
 */
function parameters(id: string): string[] {
  const names = operation(id).parameters.map(({ name }) => name);
  return names.filter((name) => name !== 'X-Request-Id');
}

function statuses(id: string): string[] {
  return Object.keys(operation(id).responses);
}

describe('Endpoint', () => {
  it('documents a route under the name of its handler, with the failures that need not be declared: 401, 429 and 500', () => {
    const { description, responses } = operation('readThing');
    expect(description).toBe('Returns a thing. Free of charge.');
    expect(parameters('readThing')).toEqual([]);
    expect(statuses('readThing')).toEqual(['200', '401', '429', '500']);
    expect(Object.keys(responses['200']?.headers ?? {})).toEqual(
      expect.arrayContaining(['Cache-Control', 'RateLimit']),
    );
    expect(responses['401']?.headers).toHaveProperty('WWW-Authenticate');
    expect(responses['429']?.headers).toHaveProperty('Retry-After');
  });

  it('adds the idempotency key and the failures of reading a body to each POST', () => {
    expect(parameters('changeThing')).toEqual(['id', 'Idempotency-Key']);
    const ofEveryPost = ['200', '400', '401', '409', '413', '415', '422', '429', '503'];
    expect(statuses('changeThing')).toEqual(expect.arrayContaining(ofEveryPost));
    expect(statuses('buyThing')).toEqual([...ofEveryPost.slice(0, -1), '500', '503']);
  });

  it('describes the limits of bodies only if the handler takes a body', () => {
    expect(operation('changeThing').description).toMatch(
      /^Returns a thing\. Free of charge\. A body has at most 5 MiB/,
    );
    expect(operation('buyThing').description).toBe('Returns a thing. A thing costs much.');
  });

  it('documents Retry-After of a 409 as required only if every conflict of the route ends by itself', () => {
    expect(operation('changeThing').responses['409']?.headers['Retry-After']?.required).toBe(false);
    expect(operation('buyThing').responses['409']?.headers['Retry-After']).not.toHaveProperty('required', false);
  });

  it('documents the message of a declared error instead of the usual message of its code', () => {
    const { responses } = operation('changeThing');
    expect(responses['504']?.description).toBe('The queue is slow.');
    expect(responses['502']?.description).toBe(new DomainError('PROSPECTING_UPSTREAM_ERROR').message);
  });

  it('documents that a public route needs no key, and that its only failure is 400, which can happen before routing', () => {
    const { description, security, responses } = operation('readOpenly');
    expect(description).toBe('Returns a thing. Needs no key and has no rate limit.');
    expect(security).toEqual([{}]);
    expect(statuses('readOpenly')).toEqual(['200', '400']);
    expect(responses['200']?.headers).not.toHaveProperty('RateLimit');
  });
});
