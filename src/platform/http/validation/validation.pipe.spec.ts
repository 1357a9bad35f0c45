import { afterEach, describe, expect, it } from '@jest/globals';
import {
  Body,
  Controller,
  createParamDecorator,
  Get,
  Post,
  Query,
  type INestApplication,
  type Type,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { APP_PIPE, DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Exclude, Transform } from 'class-transformer';
import { IsEmail, IsOptional, IsString, Length, MaxLength, ValidateIf, ValidateNested } from 'class-validator';
import { dtoWith, errorsOf } from './request-dto.fixture.js';
import { FieldNames, ListOf, RequestDto, Text } from './request-dto.js';
import { RequestValidationPipe } from './validation.pipe.js';

@RequestDto()
class Known {
  @Text() name!: string;
}

@RequestDto()
class Unknown {
  @IsEmail() address!: string;
}

@Controller()
class KnownController {
  @Post()
  post(@Body() body: Known): string {
    return body.name;
  }
}

@Controller()
class UnknownController {
  @Get()
  get(@Query() query: Unknown): string {
    return query.address;
  }
}

@Controller()
class UntypedController {
  @Post()
  post(@Body() body: object): string {
    return JSON.stringify(body);
  }
}

const Other = createParamDecorator(() => ({}));

@Controller()
class OtherController {
  @Get()
  get(@Other() other: object): string {
    return JSON.stringify(other);
  }
}

/** Nest stores a custom decorator under random characters. Here they begin with the number of `@Body()`. */
Reflect.defineMetadata(ROUTE_ARGS_METADATA, { '3a__customRouteArgs__:0': { index: 0 } }, OtherController, 'get');

describe('The validation of requests', () => {
  let app: INestApplication | undefined;

  async function boot(...controllers: Type[]): Promise<void> {
    const pipe = {
      provide: APP_PIPE,
      useFactory: (discovery: DiscoveryService) => new RequestValidationPipe({ maxBatch: 1 }, discovery),
      inject: [DiscoveryService],
    };
    const module = await Test.createTestingModule({
      imports: [DiscoveryModule],
      controllers,
      providers: [pipe],
    }).compile();
    app = module.createNestApplication();
    await app.init();
  }

  afterEach(() => app?.close());

  it('lets the service start if the checker has a rule for each decorator', async () => {
    await expect(boot(KnownController, OtherController)).resolves.toBeUndefined();
  });

  it('prevents the start of the service if the checker has no rule for a decorator', async () => {
    await expect(boot(KnownController, UnknownController)).rejects.toThrow('isEmail at Unknown.address has no rule');
  });

  it('prevents the start of the service if a body has no DTO class', async () => {
    await expect(boot(UntypedController)).rejects.toThrow('Object has no member with a decorator');
  });
});

describe('The compiler of checks', () => {
  it.each<[string, PropertyDecorator[], RegExp]>([
    ['a decorator without a rule', [IsString(), IsEmail()], /isEmail at Dto\.m has no rule/],
    [
      'a decorator without a rule that applies to each item',
      [FieldNames(), Length(1, 2, { each: true })],
      /isLength at Dto\.m has no rule/,
    ],
    [
      'a decorator that sets a condition',
      [Text(), ValidateIf(() => true)],
      /customValidation|conditionalValidation at Dto\.m has no rule/,
    ],
    ['a decorator with groups', [IsString({ groups: ['a'] })], /options of isString at Dto\.m/],
    [
      'a decorator with a condition among its options',
      [IsString({ validateIf: () => true })],
      /options of isString at Dto\.m/,
    ],
    ['@IsOptional() with options', [Text(), IsOptional({ groups: ['a'] })], /options of isOptional at Dto\.m/],
    ['a member without a decorator for the kind of its value', [IsOptional()], /Dto\.m has no decorator for the kind/],
    [
      'a member with a bound, but without a decorator for the kind of its value',
      [MaxLength(1)],
      /Dto\.m has no decorator for the kind/,
    ],
    [
      'a member with a decorator for items but none for the list',
      [IsString({ each: true })],
      /Dto\.m has no decorator for the kind/,
    ],
    ['a text with a decorator for items', [Text(), IsString({ each: true })], /Dto\.m has no decorator for the kind/],
    ['a nested object without @Type', [ValidateNested()], /Dto\.m is nested and has no @Type/],
    ['a member with @Transform', [Text(), Transform(() => 'x')], /Dto\.m/],
    ['a member with @Exclude', [Text(), Exclude()], /Dto\.m/],
    ['a class without any decorator', [], /Dto has no member/],
  ])('throws for %s', (_name, decorators, message) => {
    expect(() => errorsOf(dtoWith(...decorators), { m: 'x' })).toThrow(message);
  });

  it('throws for a nested object whose class has a decorator without a rule', () => {
    const inner = dtoWith(IsEmail());
    expect(() => errorsOf(dtoWith(ListOf(inner, { max: 1 })), {})).toThrow(/isEmail/);
  });
});
