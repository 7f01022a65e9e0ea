// What Windows' TCP/IP port monitor is told of a port, byte by byte. Pure. Source: "TCPMON Xcv Commands", "PORT_DATA_1" and
// "DELETE_PORT_DATA_1" of the Windows driver documentation, lengths of tcpxcv.h; alignment as the compiler of Windows has it.

export interface RawPort {
  readonly name: string
  readonly host: string
  readonly port: number
}

/** MAX_PORTNAME_LEN, MAX_NETWORKNAME_LEN, MAX_SNMP_COMMUNITY_STR_LEN, MAX_QUEUENAME_LEN, MAX_IPADDR_STR_LEN: with their end. */
const LENGTH = { name: 64, host: 49, community: 33, queue: 33, ip: 16 } as const
const VERSION = 1
const PROTOCOL_RAWTCP_TYPE = 1
/** Windows' usual one; a port whose SNMP is off asks nobody. */
const COMMUNITY = 'public'
const DEVICE_INDEX = 1
const RESERVED_BYTES = 540
const DELETE_RESERVED_BYTES = 98

/**
 * PORT_DATA_1 for the commands AddPort and ConfigPort: raw bytes, and SNMP off. With it on, Windows asks a printer by SNMP how
 * it is; the agent does not answer that, and Windows would show it offline and hold what is printed on it.
 * Throws RangeError for a name or host that does not fit.
 */
export function portData({ name, host, port }: RawPort): Buffer {
  const layout = new Layout()
  layout.text(name, LENGTH.name)
  layout.number(VERSION)
  layout.number(PROTOCOL_RAWTCP_TYPE)
  const sizeAt = layout.number(0)
  layout.number(0)
  layout.text(host, LENGTH.host)
  layout.text(COMMUNITY, LENGTH.community)
  // Double spooling, which is LPR's, as its queue is.
  layout.number(0)
  layout.text('', LENGTH.queue)
  layout.text('', LENGTH.ip)
  layout.nothing(RESERVED_BYTES)
  layout.number(port)
  layout.number(0)
  layout.number(DEVICE_INDEX)
  const data = layout.bytes()
  data.writeUInt32LE(data.length, sizeAt)
  return data
}

/** DELETE_PORT_DATA_1 for the command DeletePort. */
export function deletedPortData(name: string): Buffer {
  const layout = new Layout()
  layout.text(name, LENGTH.name)
  layout.nothing(DELETE_RESERVED_BYTES)
  layout.number(VERSION)
  layout.number(0)
  return layout.bytes()
}

/** A structure as it lies in memory: numbers of 32 bits begin at a multiple of 4. */
class Layout {
  readonly #parts: Buffer[] = []
  #length = 0

  text(value: string, characters: number): void {
    if (value.length >= characters || value.includes('\0'))
      throw new RangeError(`a text of ${value.length} characters where ${characters - 1} fit`)
    const part = Buffer.alloc(characters * 2)
    part.write(value, 'utf16le')
    this.#add(part)
  }

  /** Its offset. */
  number(value: number): number {
    this.nothing((4 - (this.#length % 4)) % 4)
    const [part, at] = [Buffer.alloc(4), this.#length]
    part.writeUInt32LE(value)
    this.#add(part)
    return at
  }

  nothing(bytes: number): void {
    this.#add(Buffer.alloc(bytes))
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }

  #add(part: Buffer): void {
    this.#parts.push(part)
    this.#length += part.length
  }
}
