/** The parts of the name of an SRV record (RFC 2782). */
export interface ServiceName {
  /** Without the leading `_`, as `protocol`. */
  readonly service: string;
  readonly protocol: string;
  /** The name behind service and protocol: `''` for the domain itself. */
  readonly below: string;
}

/** A name that is `_service._protocol`, or that with a name behind it. */
export const SERVICE_NAME = /^_([^._][^.]*)\._([^._][^.]*)(?:\.(.+))?$/;

/** @returns undefined for a name that is not `_service._protocol`, or that with a name behind it */
export function serviceNameOf(name: string): ServiceName | undefined {
  const [, service, protocol, below = ''] = SERVICE_NAME.exec(name) ?? [];
  return service === undefined || protocol === undefined ? undefined : { service, protocol, below };
}

/** The reverse of `serviceNameOf`. */
export function serviceName({ service, protocol, below }: ServiceName): string {
  return `_${service}._${protocol}${below === '' ? '' : `.${below}`}`;
}
