/** The part of dns-packet that this service uses; the package has no declarations. */
declare module 'dns-packet' {
  export interface SoaData {
    mname: string;
    /** Periods inside a label are written `\.`. */
    rname: string;
    serial: number;
    refresh: number;
    retry: number;
    expire: number;
    minimum: number;
  }

  /** A resource record. `data` depends on `type`; it is a Buffer for types that the package does not know. */
  export interface Answer {
    type: string;
    class?: string;
    name: string;
    ttl?: number;
    data?: unknown;
  }

  export interface Question {
    type: string;
    class?: string;
    name: string;
  }

  export interface Packet {
    id: number;
    type: 'query' | 'response';
    opcode: string;
    rcode: string;
    flag_tc: boolean;
    /** The flags of a decoded message. */
    flags: number;
    questions: Question[];
    answers: Answer[];
    authorities: Answer[];
  }

  interface Module {
    encode(packet: Partial<Packet>): Buffer;
    decode(message: Buffer): Packet;
    /** As `encode`, with the length of TCP before the message. */
    streamEncode(packet: Partial<Packet>): Buffer;
  }

  const dnsPacket: Module;
  export default dnsPacket;
}
