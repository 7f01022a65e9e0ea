// What the database has in place of numbers, addresses, codes and tickets: keyed hashes, each kind under a key of its own.
import { createHmac, hkdfSync } from 'node:crypto'
import { OPT_OUT_ALPHABET, OPT_OUT_LENGTH } from '@pharmacy-relay/shared/api/pharmacy/sms-opt-outs.ts'

export interface SmsHashes {
  /** `pharmacyId` null: of the store. A key per pharmacy, so that nobody sees one person in two. */
  phone(phone: string, pharmacyId: number | null): Buffer
  /** `key` as addressKeys makes it. */
  address(key: string): Buffer
  /** Bound to its row, so that a hash that is copied to another one fits nothing. */
  code(code: string, of: { readonly phone: string; readonly id: number }): Buffer
  ticket(ticket: string): Buffer
  /** What the link of a message to a patient ends in. Made anew each time rather than kept, so that the database has its digest alone. */
  optOutToken(messageId: string): string
}

export function createSmsHashes(secret: string): SmsHashes {
  const kept = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `sms ${purpose}`, 32))
  const [storePhones, addresses, codes, tickets, links] = [
    kept('phones of the store'),
    kept('addresses'),
    kept('codes'),
    kept('tickets'),
    kept('opt-out links'),
  ]
  const hash = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
  return {
    phone: (phone, pharmacyId) =>
      hash(pharmacyId === null ? storePhones : kept(`phones of pharmacy ${pharmacyId}`), phone),
    address: (key) => hash(addresses, key),
    code: (code, { phone, id }) => hash(codes, `${code} ${phone} ${id}`),
    ticket: (ticket) => hash(tickets, ticket),
    // Five bits of each byte.
    optOutToken: (messageId) =>
      Array.from(
        hash(links, messageId).subarray(0, OPT_OUT_LENGTH),
        (byte) => OPT_OUT_ALPHABET[byte % OPT_OUT_ALPHABET.length],
      ).join(''),
  }
}
