// The settings of patients' data: the keys, and where it is written who was erased.
import { z } from 'zod'
import type { SettingsTable } from '@pharmacy-relay/shared/env.ts'
import { KeysText } from './key-ring.ts'

/** Development derives the keys; production refuses to start without. */
export function sealingSettings(production: boolean) {
  return {
    Pharmacy__DataKeys: {
      schema: KeysText,
      help: 'Keys that patients are sealed with, ID:KEY,…, the newest first: 32 random bytes each, in base64url. Not beside the database or its backups',
      fallback: null,
      secret: true,
    },
    Pharmacy__IndexKeys: {
      schema: KeysText,
      help: 'Keys that phones are found by, in the same form. None of the data keys',
      fallback: null,
      secret: true,
    },
    Pharmacy__ErasureFolder: {
      schema: z.string().max(1_000),
      help: 'Folder of the list of erased patients, one for all processes, on a disk that is not restored with the database; empty is in the data folder',
      fallback: production ? null : '',
    },
  } as const satisfies SettingsTable
}
