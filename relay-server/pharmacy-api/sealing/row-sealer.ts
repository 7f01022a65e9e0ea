// Seals what a row says of a patient; the row and its pharmacy are part of the seal.
//
//   0x01 · salt 16 · nonce 12 · tag 16 · JSON      AES-256-GCM under HKDF(data key, salt), with `pharmacyId/table/id`
//
// The id of the data key stands in the row. A value that was moved to another row or pharmacy does not open.
import { randomBytes } from 'node:crypto'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { derivedKey, openBytes, sealBytes } from '../../auth/sealed-bytes.ts'
import { newestOf, type Keys } from './key-ring.ts'

const VERSION = 1
const SALT_BYTES = 16
const PURPOSE = 'pharmacy-api patients 1'
const RETRY_AFTER_S = 60

/** The tables that have sealed rows. */
export type SealedTable = 'PatientPhones' | 'PatientPrescriptions' | 'PrescriptionLabels'

/** Which row it is; with `table` and the pharmacy, what a seal is bound to. */
export interface SealedRow {
  readonly table: SealedTable
  readonly pharmacyId: number
  readonly id: string
}

export interface SealedValue {
  readonly sealed: Buffer
  readonly keyId: string
}

export interface RowSealer {
  /** With the newest key. `content` is what JSON can say. 45 bytes longer than its text. */
  seal(row: SealedRow, content: unknown): SealedValue
  /** Throws ProblemError `unavailable`, with an alarm, for a value that is changed, of another row, or of a key that is not here. */
  open(row: SealedRow, value: SealedValue): unknown
}

export function createRowSealer({
  keys,
  logger,
}: {
  readonly keys: Keys
  readonly logger: Logger
}): RowSealer {
  const newest = newestOf(keys)
  return {
    seal: (row, content) => {
      const salt = randomBytes(SALT_BYTES)
      const plain = Buffer.from(JSON.stringify(content))
      const value = sealBytes(derivedKey(newest.key, salt, PURPOSE), plain, ownerOf(row))
      plain.fill(0)
      return { sealed: Buffer.concat([Buffer.of(VERSION), salt, value]), keyId: newest.id }
    },
    open: (row, { sealed, keyId }) => {
      const key = keys.find(({ id }) => id === keyId)
      const plain = key === undefined ? null : opened(key.key, sealed, row)
      if (plain !== null) return JSON.parse(plain.toString('utf8')) as unknown
      const { table, pharmacyId, id } = row
      logger.warn('alarm.seal-not-opened', { table, pharmacy: pharmacyId, row: id, key: keyId })
      throw new ProblemError('unavailable', 'A stored entry cannot be opened. Call support.', {
        retryAfterS: RETRY_AFTER_S,
      })
    },
  }
}

function opened(dataKey: Buffer, sealed: Buffer, row: SealedRow): Buffer | null {
  if (sealed[0] !== VERSION) return null
  const salt = sealed.subarray(1, 1 + SALT_BYTES)
  return openBytes(derivedKey(dataKey, salt, PURPOSE), sealed.subarray(1 + SALT_BYTES), ownerOf(row))
}

function ownerOf({ table, pharmacyId, id }: SealedRow): string {
  return `${pharmacyId}/${table}/${id}`
}
