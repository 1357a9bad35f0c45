import { type ArgumentMetadata, Injectable, type OnModuleInit, type PipeTransform } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import 'reflect-metadata';
import type { RequestLimits } from './check-rules.js';
import { type Checker, compileChecker, type DtoClass } from './compile-checker.js';

/**
 * The value of a JSON body. It can be taken out only once. After that the request does not refer to it any more, so a large value
 * does not stay in memory when only a small part of it is still in use.
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
   * @throws Error if a handler takes a body or query string but declares no DTO class for it, or if there is no rule for a
   * decorator of a DTO class
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
   * @throws ValidationException with everything that is wrong
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

/** The DTO classes that the handlers of a controller declare for bodies and query strings. */
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
 * Nest's metadata about the parameters of a handler. Each key is `<kind>:<index>`. The kind is a number, for example the number
 * that stands for `@Body()`. For a custom decorator it is a text of random characters.
 */
type RouteArguments = Readonly<Record<string, { readonly index: number }>>;

const checkedKinds: ReadonlySet<string> = new Set([RouteParamtypes.BODY, RouteParamtypes.QUERY].map(String));
