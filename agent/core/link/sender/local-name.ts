// The PrinterComputer's name in the local network, by multicast DNS (RFC 6762): found again when its address changed and
// the hub, which would tell, is away.
//
// The name is made from its certificate, so nobody but who is pinned looks for it; who answers wrongly fails the pin.
import os from 'node:os'
import multicastDns, { type MulticastDNS } from 'multicast-dns'
import { z } from 'zod'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'

/** `label-` and the first 16 digits of the fingerprint: says nothing about pharmacy or computer. */
export function localName(fingerprint: string): string {
  return `label-${fingerprint.slice(0, 16)}.local`
}

/** Seconds that an answer may be kept: leases change. */
const TTL_S = 10
const MAX_ADDRESSES = 8
/** Interfaces that are asked: beyond that they are virtual. */
const MAX_INTERFACES = 4
/** How often a computer that answers looks whether its networks are still those that it listens in. */
const LOOK_MS = 5_000
/** After the first answer, for that of another who says that it is it. */
const FIRST_ANSWER_MS = 150
/** Answers a second, to all who ask. */
const MAX_ANSWERS_PER_S = 20

const Question = z.object({ name: z.string().max(255), type: z.string().max(16) })
const Query = z.object({ questions: z.array(z.unknown()).max(50) })
const Response = z.object({ answers: z.array(z.unknown()).max(100) })
const AddressRecord = z.object({
  name: z.string().max(255),
  type: z.enum(['A', 'AAAA']),
  data: z.union([z.ipv4(), z.ipv6()]),
})

/** Private and reachable; link-local IPv6 needs a zone, which a record does not carry. */
function ownAddresses(): string[] {
  return Object.values(os.networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
    .map(({ address }) => address)
    .slice(0, MAX_ADDRESSES)
}

/** Answers for this computer. One on which multicast DNS does not work is found by its addresses alone. */
export class LocalNames {
  readonly #logger: Logger
  readonly #clock: Clock
  #name: string | null = null
  #socket: MulticastDNS | null = null
  #networks = ''
  #cancel: Cancel = () => undefined
  #answered = { second: 0, count: 0 }

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger
    this.#clock = clock
  }

  /** Answers to this name from now on; null: to none. */
  answerTo(fingerprint: string | null): void {
    if (fingerprint === null) return this.stop()
    this.#name = localName(fingerprint)
    if (this.#socket === null) this.#look()
  }

  stop(): void {
    this.#cancel()
    this.#socket?.destroy()
    this.#socket = this.#name = null
    this.#networks = ''
  }

  /** A socket that joined a network does not join it again by itself when it was away, as a Wi-Fi may be. */
  #look(): void {
    const present = JSON.stringify(interfacesToAsk())
    if (present !== this.#networks) {
      this.#networks = present
      this.#socket?.destroy()
      this.#socket = this.#open()
    }
    this.#cancel = this.#clock.after(LOOK_MS, () => this.#look())
  }

  #open(): MulticastDNS {
    const socket = multicastDns({ loopback: false })
    socket.on('error', (error: unknown) => this.#logger.warn('local-name.failed', { code: codeOf(error) }))
    socket.on('warning', () => undefined)
    socket.on('query', (packet: unknown, asker) => {
      const name = this.#name
      if (name === null || !asksFor(packet, name) || !this.#mayAnswer()) return
      const answers = ownAddresses().map((data) => recordOf(name, data))
      // Straight back: the way out that the system takes for multicasts may lead into another network.
      socket.respond({ answers }, asker)
    })
    return socket
  }

  #mayAnswer(): boolean {
    const second = Math.floor(performance.now() / 1_000)
    if (this.#answered.second !== second) this.#answered = { second, count: 0 }
    this.#answered.count += 1
    return this.#answered.count <= MAX_ANSWERS_PER_S
  }
}

/**
 * Asks every network of this computer, and gives what was answered: soon after the first answer, at the latest after
 * `limitMs`; empty when nobody did.
 */
export async function lookUpLocalName(
  fingerprint: string,
  { clock, limitMs }: { readonly clock: Clock; readonly limitMs: number },
): Promise<string[]> {
  const name = localName(fingerprint)
  const found = new Set<string>()
  const cancels: Cancel[] = []
  await new Promise<void>((resolve) => {
    cancels.push(clock.after(limitMs, resolve))
    const onFound = (): void => void cancels.push(clock.after(FIRST_ANSWER_MS, resolve))
    for (const address of interfacesToAsk()) {
      const socket = asking(address, name, (one) => {
        if (found.size === 0) onFound()
        if (found.size < MAX_ADDRESSES) found.add(one)
      })
      cancels.push(() => socket.destroy())
    }
  })
  for (const cancel of cancels) cancel()
  return [...found].slice(0, MAX_ADDRESSES)
}

function asking(address: string, name: string, onAddress: (address: string) => void): MulticastDNS {
  const socket = multicastDns({ interface: address, loopback: false })
  socket.on('error', () => undefined)
  socket.on('warning', () => undefined)
  socket.on('response', (packet: unknown) => {
    for (const one of addressesIn(packet, name)) onAddress(one)
  })
  socket.on('ready', () => socket.query({ questions: [{ name, type: 'A' }] }))
  return socket
}

function interfacesToAsk(): string[] {
  return Object.values(os.networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
    .slice(0, MAX_INTERFACES)
}

function asksFor(packet: unknown, name: string): boolean {
  const query = Query.safeParse(packet)
  if (!query.success) return false
  return query.data.questions.some((one) => Question.safeParse(one).data?.name.toLowerCase() === name)
}

function addressesIn(packet: unknown, name: string): string[] {
  const response = Response.safeParse(packet)
  if (!response.success) return []
  return response.data.answers.flatMap((one) => {
    const record = AddressRecord.safeParse(one).data
    return record?.name.toLowerCase() === name ? [record.data] : []
  })
}

function recordOf(name: string, data: string) {
  const type = data.includes(':') ? ('AAAA' as const) : ('A' as const)
  return { name, type, ttl: TTL_S, flush: true, data }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
