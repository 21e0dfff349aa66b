import { Inject, Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Invalid, type Fault } from '../errors/errors.js';
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
  const request = plainToInstance(of, body, { excludeExtraneousValues: true, exposeUnsetFields: false });
  bindSettings(request, settings);
  const faults = faultsIn(validateSync(request, { forbidUnknownValues: false }), '');
  if (faults.length > 0) throw new Invalid(faults);
  return request;
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
    const faults = wrong.map(({ at, reason }) => ({ field: own + at, reason }));
    // Of a value of the wrong type nothing more is told.
    const inside = faultsIn(error.children ?? [], own);
    return [
      ...faults,
      ...inside.filter(({ field }) => !faults.some((outer) => isInside(field, outer.field))),
    ];
  });
}

function isInside(field: string, outer: string): boolean {
  return field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`);
}

function join(path: string, property: string): string {
  if (/^\d+$/.test(property)) return `${path}[${property}]`;
  return path === '' ? property : `${path}.${property}`;
}
