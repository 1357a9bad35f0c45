import 'reflect-metadata';
import { Injectable, type ArgumentMetadata, type OnModuleInit, type PipeTransform } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { RequestLimits } from './check-rules.js';
import { compileChecker, type Checker, type DtoClass } from './compile-checker.js';
import { ParsedBody } from './parsed-body.js';

/** Checks every body and every query string by the DTO class that the handler declares for it. */
@Injectable()
export class RequestValidationPipe implements PipeTransform, OnModuleInit {
  private readonly checkers = new Map<unknown, Checker>();

  constructor(
    private readonly limits: RequestLimits,
    private readonly discovery: DiscoveryService,
  ) {}

  /** @throws Error for a body or query without a DTO class, and for a decorator in one that has no rule */
  onModuleInit(): void {
    for (const { metatype } of this.discovery.getControllers()) {
      for (const Dto of dtoClassesOf(metatype as ControllerClass)) {
        if (!this.checkers.has(Dto)) this.checkers.set(Dto, compileChecker(Dto, this.limits));
      }
    }
  }

  /** @throws ValidationException with everything that is wrong */
  transform(sent: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (type !== 'body' && type !== 'query') return sent;
    const check = this.checkers.get(metatype);
    if (check === undefined) throw new Error(`No checker was compiled for ${metatype?.name ?? 'a handler'}`);
    return check(sent instanceof ParsedBody ? sent.take() : sent, type);
  }
}

type ControllerClass = abstract new (...dependencies: never[]) => object;

/** What the handlers of a controller take as body or query. */
function dtoClassesOf(controller: ControllerClass): DtoClass[] {
  const prototype = controller.prototype as object;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((handler) => {
    const places = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as RouteArguments | undefined;
    const types = Reflect.getMetadata('design:paramtypes', prototype, handler) as readonly DtoClass[] | undefined;
    return Object.entries(places ?? {})
      .filter(([place]) => checkedPlaces.has(place.split(':')[0] ?? ''))
      .flatMap(([, { index }]) => types?.[index] ?? []);
  });
}

/** By `<place>:<index>`; the place is the number of `@Body()` and the like, and begins at random for a custom decorator. */
type RouteArguments = Readonly<Record<string, { readonly index: number }>>;

const checkedPlaces: ReadonlySet<string> = new Set([RouteParamtypes.BODY, RouteParamtypes.QUERY].map(String));
