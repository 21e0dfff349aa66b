/** The parts of the name of an SRV record (RFC 2782). */
export interface ServiceName {
  /** Without the leading `_`, as `protocol`. */
  readonly service: string;
  readonly protocol: string;
  /** The name after service and protocol; `''` for the domain itself. */
  readonly below: string;
}

/** Matches `_service._protocol`, and that with a name after it. */
export const SERVICE_NAME = /^_([^._][^.]*)\._([^._][^.]*)(?:\.(.+))?$/;

/** Splits the name of an SRV record. @returns undefined for a name that is not one */
export function serviceNameOf(name: string): ServiceName | undefined {
  const [, service, protocol, below = ''] = SERVICE_NAME.exec(name) ?? [];
  return service === undefined || protocol === undefined ? undefined : { service, protocol, below };
}

/** Makes the name of an SRV record: the reverse of `serviceNameOf`. */
export function serviceName({ service, protocol, below }: ServiceName): string {
  return `_${service}._${protocol}${below === '' ? '' : `.${below}`}`;
}
