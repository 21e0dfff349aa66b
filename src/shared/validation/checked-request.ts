import { Inject, Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Invalid, type Fault } from '../errors/errors.js';
import { entryFault } from './entry-bound.js';
import type { InnerFault } from './rule.js';

type RequestClass<Request extends object> = new () => Request;

/**
 * A body as an instance of its request class: only the declared fields, `null` resolved (D-13, D-15).
 * @throws Invalid with every fault in the order in which the class declares its fields (D-27).
 */
export function checkedRequest<Request extends object>(
  of: RequestClass<Request>,
  body: object,
  settings: Settings,
): Request {
  return new RequestDraft(of, body, settings).settled();
}

/** A body whose fields have more to answer for than their own rules: what is stored, or what time it is. */
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

  /** The fields that obey their rules. */
  get sound(): Partial<Request> {
    const wrong = new Set(this.faults.map(topOf));
    return Object.fromEntries(
      Object.entries(this.request).filter(([key]) => !wrong.has(key)),
    ) as Partial<Request>;
  }

  /** The fields as they were sent, whether they obey their rules or not. */
  get sent(): Request {
    return this.request;
  }

  /**
   * Whether a value has no fault, and is not in one that has.
   * @param path such as `restrictions.vpcs[0]`
   * @param more what else is wrong
   */
  isSound(path: string, more: readonly Fault[]): boolean {
    const wrong = new Set([...this.faults, ...more].map(({ field }) => field));
    return !wrong.has(path) && !isInsideAny(path, wrong);
  }

  /** Whether every field obeys its rule. */
  get isWhollySound(): boolean {
    return this.faults.length === 0;
  }

  /**
   * @param more what else is wrong with sound fields.
   * @throws Invalid with all faults in the order in which the class declares its fields (D-27).
   */
  settled(more: readonly Fault[] = []): Request {
    if (this.faults.length + more.length === 0) return this.request;
    const order = getMetadataStorage()
      .getTargetValidationMetadatas(this.of, '', false, false)
      .map(({ propertyName }) => propertyName);
    const place = (fault: Fault) => order.indexOf(topOf(fault));
    throw new Invalid([...this.faults, ...more].sort((one, other) => place(one) - place(other)));
  }
}

/** Checks every handler's `@Body()` against its declared class. */
@Injectable()
export class CheckRequestPipe implements PipeTransform {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    const checked = type === 'body' && metatype && (metatype as unknown) !== Object;
    return checked ? checkedRequest(metatype as RequestClass<object>, value as object, this.settings) : value;
  }
}

const BOUND = Symbol('settings');

/** The settings that a request under check was bound to. */
export function settingsOf(request: object): Settings {
  return (request as { [BOUND]: Settings })[BOUND];
}

/** class-validator hands a rule its object and nothing else: the settings travel on it, and on those inside it. */
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
    // Of a value of the wrong type nothing more is told.
    const inside = faultsIn(error.children ?? [], own);
    const wholes = new Set(faults.map(({ field }) => field));
    const told = inside.filter(({ field }) => !isInsideAny(field, wholes));
    return [...faults, ...told].sort((one, other) => indexIn(own, one) - indexIn(own, other));
  });
}

/** The place of a fault among the entries of a list; before all of them when it is on the list itself. */
function indexIn(list: string, { field }: Fault): number {
  return Number(/^\[(\d+)\]/.exec(field.slice(list.length))?.[1] ?? -1);
}

/** The field of the body that a fault is on or in. */
function topOf({ field }: Fault): string {
  return field.split(/[.[]/, 1)[0]!;
}

function isInsideAny(field: string, wholes: ReadonlySet<string>): boolean {
  for (let end = field.length - 1; end > 0; end--) {
    if ((field[end] === '.' || field[end] === '[') && wholes.has(field.slice(0, end))) return true;
  }
  return false;
}

function join(path: string, property: string): string {
  if (/^\d+$/.test(property)) return `${path}[${property}]`;
  return path === '' ? property : `${path}.${property}`;
}
