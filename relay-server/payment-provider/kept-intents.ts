// The payments of the stand-in on disk: a shop that was started again still knows them, so the stand-in must as well.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { errorCode } from '../http/error-code.ts'
import { PAYMENT_STATES, PaymentFault } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { Language } from '@pharmacy-relay/shared/texts/languages.ts'
import type { Intent } from './intent.ts'

const KeptIntent = z.strictObject({
  id: z.string(),
  reference: z.string(),
  state: z.enum(PAYMENT_STATES).exclude(['created']),
  amountMinor: z.int(),
  currency: z.string(),
  capturedMinor: z.int(),
  refundedMinor: z.int(),
  lastFour: z.string().nullable(),
  fault: PaymentFault.nullable(),
  pageToken: z.string(),
  returnUrl: z.string(),
  language: Language,
  createdMs: z.number(),
  changedMs: z.number(),
})

/** Oldest first. Empty where there is no file. Throws for one that cannot be read. */
export async function readKept(file: string): Promise<Intent[]> {
  try {
    return z.array(KeptIntent).parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw new Error(`${file} cannot be read; delete it, and the stand-in knows none of its payments`, {
      cause: error,
    })
  }
}

export interface KeptFile {
  /** What is there by the time it is written; several changes are written together. */
  changed(): void
  /** Waits until all is written. Throws where the disk did not let it. */
  idle(): Promise<void>
}

/** `list`: newest first. */
export function keptFile(file: string, list: () => readonly Intent[]): KeptFile {
  let isWanted = false
  let writing: Promise<void> | null = null
  let failure: unknown = null
  const write = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false
      await writeFile(`${file}.new`, JSON.stringify(list().toReversed()), { mode: 0o600 })
      await rename(`${file}.new`, file)
    }
  }
  const begin = (): void => {
    writing ??= write()
      .catch((error: unknown) => void (failure = error))
      .finally(() => {
        writing = null
        if (isWanted && failure === null) begin()
      })
  }
  return {
    changed: () => {
      isWanted = true
      begin()
    },
    idle: async () => {
      while (writing !== null) await writing
      if (failure !== null) throw new Error(`${file} could not be written`, { cause: failure })
    },
  }
}
