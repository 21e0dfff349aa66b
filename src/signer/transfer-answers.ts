import type { TsigKey } from '../shared/config/settings-reader.js';
import type { Logger } from '../shared/log/logger.js';
import { typeNumber } from '../domain/zones/transfer/dns-data.js';
import { AnswerSigner, verify, type Verified } from '../domain/zones/transfer/tsig.js';
import { isLater } from '../domain/serial.rules.js';
import type { KeptZone, KeptZones } from './kept-zones.js';
import { firstOf, answers, incrementalTransfer, refusal, fullTransfer } from './transfer-messages.js';
import { readRequest, type Request } from './request.js';

const SERVER_FAILURE = 2;
const REFUSED = 5;
/** NOTAUTH: there is no signed zone of this name. */
const NOT_AUTHORITATIVE = 9;
const SOA = typeNumber('SOA');
const AXFR = 252;
const IXFR = 251;

/**
 * Answers queries of secondaries about signed zones. Refuses queries without a valid TSIG
 * signature.
 */
export class TransferAnswers {
  constructor(
    private readonly zones: KeptZones,
    private readonly keys: () => Promise<readonly TsigKey[]>,
    private readonly logger: Logger,
    private readonly now = () => new Date(),
  ) {}

  /**
   * Answers one query.
   * @param isStream whether the answer may be long: over UDP, the SOA record alone answers an IXFR
   * (RFC 1995)
   * @throws Error when the message is not a query
   */
  async *to(message: Buffer, isStream: boolean): AsyncGenerator<Buffer> {
    const request = readRequest(message);
    const signature = await this.signatureOf(message, request);
    if (typeof signature === 'number') {
      yield refusal(request, signature);
      return;
    }
    const signer = new AnswerSigner(signature, this.now);
    for (const answer of await this.answersOf(request, isStream)) yield signer.sign(answer);
  }

  /** @returns the code of the refusal when the request has no valid signature */
  private async signatureOf(message: Buffer, request: Request): Promise<Verified | number> {
    const { signatureAt } = request;
    if (signatureAt === undefined) return REFUSED;
    const keys = await this.keys().catch((error: unknown) => this.logFailure(request, error));
    if (!keys) return SERVER_FAILURE;
    return verify(message, signatureAt, keys, this.now()) ?? REFUSED;
  }

  private async answersOf(request: Request, isStream: boolean): Promise<Iterable<Buffer>> {
    try {
      const isKnown = request.type === SOA || request.type === IXFR || (request.type === AXFR && isStream);
      if (!isKnown) return [refusal(request, REFUSED)];
      const zone = await this.zones.current(request.name);
      if (!zone) return [refusal(request, NOT_AUTHORITATIVE)];
      return answers(request, await this.recordsOf(zone, request, isStream));
    } catch (error) {
      this.logFailure(request, error);
      return [refusal(request, SERVER_FAILURE)];
    }
  }

  private async recordsOf(
    zone: KeptZone,
    { type, since }: Request,
    isStream: boolean,
  ): Promise<Iterable<Buffer>> {
    const hasAll = since !== undefined && !isLater(zone.serial, since);
    if (type === SOA || !isStream || (type === IXFR && hasAll)) return [firstOf(await this.zones.soa(zone))];
    const changes = type === IXFR && since !== undefined ? await this.zones.changesSince(zone, since) : [];
    return changes.length > 0 ? incrementalTransfer(changes) : fullTransfer(await this.zones.records(zone));
  }

  private logFailure({ name }: Request, error: unknown): void {
    this.logger.error({ err: error, zone: name }, 'a signed zone could not be transferred');
  }
}
