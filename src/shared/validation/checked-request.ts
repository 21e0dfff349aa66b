import { Inject, Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Invalid, type Fault } from '../errors/errors.js';
import { fieldsOf } from './declared-fields.js';
import { entryFault } from './entry-bound.js';
import type { InnerFault } from './rule.js';

type RequestClass<Request extends object> = new () => Request;

/**
 * Validates a body.
 * @returns an instance of its request class with only the declared fields, `null` resolved (D-13,
 * D-15)
 * @throws Invalid with all faults, in the order in which the class declares its fields (D-27)
 */
export function checkedRequest<Request extends object>(
  of: RequestClass<Request>,
  body: object,
  settings: Settings,
): Request {
  return new RequestDraft(of, body, settings).validated();
}

/** A request body whose validation also depends on stored data or the present time. */
export class RequestDraft<Request extends object> {
  private readonly request: Request;
  private readonly faults: readonly Fault[];

  constructor(
    private readonly of: RequestClass<Request>,
    body: object,
    settings: Settings,
  ) {
    const tooMany = entryFault(of, body, settings);
    if (tooMany) throw new Invalid([tooMany]);
    this.request = plainToInstance(of, body, { excludeExtraneousValues: true, exposeUnsetFields: false });
    bindSettings(this.request, settings);
    this.faults = faultsIn(validateSync(this.request, { forbidUnknownValues: false }), '');
  }

  /** The valid fields. */
  get valid(): Partial<Request> {
    const wrong = new Set(this.faults.map(topOf));
    return Object.fromEntries(
      Object.entries(this.request).filter(([key]) => !wrong.has(key)),
    ) as Partial<Request>;
  }

  /** All fields, valid or not. */
  get sent(): Request {
    return this.request;
  }

  /**
   * Whether the value at a path is valid, and no value around it is invalid.
   * @param path such as `restrictions.vpcs[0]`
   * @param more further faults
   */
  isValid(path: string, more: readonly Fault[]): boolean {
    const wrong = new Set([...this.faults, ...more].map(({ field }) => field));
    return !wrong.has(path) && !isInsideAny(path, wrong);
  }

  /** Whether all fields are valid. */
  get isAllValid(): boolean {
    return this.faults.length === 0;
  }

  /**
   * @param more further faults, of valid fields
   * @throws Invalid with all faults, in the order in which the class declares its fields (D-27)
   */
  validated(more: readonly Fault[] = []): Request {
    if (this.faults.length + more.length === 0) return this.request;
    const order = [...fieldsOf(this.of).keys()];
    const faults = [...this.faults, ...more].map((fault) => ({
      fault,
      position: order.indexOf(topOf(fault)),
    }));
    faults.sort((one, other) => one.position - other.position);
    throw new Invalid(faults.map(({ fault }) => fault));
  }
}

/** Validates each handler's `@Body()` by its declared class. */
@Injectable()
export class CheckRequestPipe implements PipeTransform {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    const checked = type === 'body' && metatype && (metatype as unknown) !== Object;
    return checked ? checkedRequest(metatype as RequestClass<object>, value as object, this.settings) : value;
  }
}

const BOUND = Symbol('settings');

/** The settings that are bound to a request under validation. */
export function settingsOf(request: object): Settings {
  return (request as { [BOUND]: Settings })[BOUND];
}

/**
 * Binds the settings to a request and its nested objects, because class-validator gives a rule only
 * its object.
 */
function bindSettings(request: object, settings: Settings): void {
  Object.defineProperty(request, BOUND, { value: settings });
  for (const value of Object.values(request).flat()) {
    if (typeof value === 'object' && value !== null) bindSettings(value as object, settings);
  }
}

function faultsIn(errors: readonly ValidationError[], path: string): Fault[] {
  return errors.flatMap((error) => {
    const own = join(path, error.property);
    const message = error.constraints?.field;
    const wrong = message === undefined ? [] : (JSON.parse(message) as InnerFault[]);
    const faults = wrong.map(({ at, ...reason }) => ({ field: own + at, ...reason }));
    // A wrong type hides faults inside the value.
    const inside = faultsIn(error.children ?? [], own);
    const ownFields = new Set(faults.map(({ field }) => field));
    const reported = inside.filter(({ field }) => !isInsideAny(field, ownFields));
    return [...faults, ...reported].sort((one, other) => indexIn(own, one) - indexIn(own, other));
  });
}

/** The index of the faulty entry in a list; -1 for a fault of the list itself. */
function indexIn(list: string, { field }: Fault): number {
  return Number(/^\[(\d+)\]/.exec(field.slice(list.length))?.[1] ?? -1);
}

/** The top-level field of a fault. */
function topOf({ field }: Fault): string {
  return field.split(/[.[]/, 1)[0]!;
}

function isInsideAny(field: string, fields: ReadonlySet<string>): boolean {
  for (let end = field.length - 1; end > 0; end--) {
    if ((field[end] === '.' || field[end] === '[') && fields.has(field.slice(0, end))) return true;
  }
  return false;
}

function join(path: string, property: string): string {
  if (/^\d+$/.test(property)) return `${path}[${property}]`;
  return path === '' ? property : `${path}.${property}`;
}
