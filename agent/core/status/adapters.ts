// The status adapter of each language.
import { brotherStatus } from './brother-status.ts'
import { eplStatus } from './epl-status.ts'
import { escposStatus } from './escpos-status.ts'
import type { StatusAdapter, StatusLanguage } from './printer-reading.ts'
import { tsplStatus } from './tspl-status.ts'
import { zplStatus } from './zpl-status.ts'

export const statusAdapters: Readonly<Record<StatusLanguage, StatusAdapter>> = {
  zpl: zplStatus,
  epl: eplStatus,
  tspl: tsplStatus,
  escpos: escposStatus,
  brother: brotherStatus,
}
