import { type ArgumentMetadata, Injectable, type OnModuleInit, type PipeTransform } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import 'reflect-metadata';
import type { RequestLimits } from './check-rules.js';
import { type Checker, compileChecker, type DtoClass } from './compile-checker.js';

/**
 * The value of a JSON body. It can be taken once, so that the request does not keep a large value in memory while only
 * a small part of it is used.
 */
export class ParsedBody {
  private isTaken = false;

  constructor(private value: unknown) {}

  take(): unknown {
    if (this.isTaken) throw new Error('The body of a request can be taken only once, and was taken before');
    const { value } = this;
    this.isTaken = true;
    this.value = undefined;
    return value;
  }
}

/** Checks every body and query string against the DTO class that the handler declares. */
@Injectable()
export class RequestValidationPipe implements PipeTransform, OnModuleInit {
  private readonly checkers = new Map<unknown, Checker>();

  constructor(
    private readonly limits: RequestLimits,
    private readonly discovery: DiscoveryService,
  ) {}

  /**
   * Compiles the checkers of all DTO classes when the process starts.
   * @throws Error for a body or query string without a DTO class, and for a DTO with a decorator that has no rule
   */
  onModuleInit(): void {
    for (const { metatype } of this.discovery.getControllers()) {
      for (const Dto of dtoClassesOf(metatype as ControllerClass)) {
        if (!this.checkers.has(Dto)) this.checkers.set(Dto, compileChecker(Dto, this.limits));
      }
    }
  }

  /**
   * Checks a body or a query string, and returns the values for the handler.
   * @throws ValidationException with all faults
   */
  transform(sent: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (type !== 'body' && type !== 'query') return sent;
    const check = this.checkers.get(metatype);
    if (check === undefined)
      throw new Error(
        `No checker was compiled for ${metatype?.name ?? 'a handler'}: the handler must declare a DTO class`,
      );
    return check(sent instanceof ParsedBody ? sent.take() : sent, type);
  }
}

type ControllerClass = abstract new (...dependencies: never[]) => object;

/** The DTO classes of the bodies and query strings that the handlers of a controller take. */
function dtoClassesOf(controller: ControllerClass): DtoClass[] {
  const prototype = controller.prototype as object;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((handler) => {
    const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as RouteArguments | undefined;
    const types = Reflect.getMetadata('design:paramtypes', prototype, handler) as readonly DtoClass[] | undefined;
    return Object.entries(parameters ?? {})
      .filter(([kind]) => checkedKinds.has(kind.split(':')[0] ?? ''))
      .flatMap(([, { index }]) => types?.[index] ?? []);
  });
}

/**
 * Nest's metadata about parameters of handlers. The key is `<kind>:<index>`: the kind is a number, such as that of
 * `@Body()`, or random characters for a custom decorator.
 */
type RouteArguments = Readonly<Record<string, { readonly index: number }>>;

const checkedKinds: ReadonlySet<string> = new Set([RouteParamtypes.BODY, RouteParamtypes.QUERY].map(String));
