// The printer that a prescription's label will come out of: which labels are in it, and which language it speaks. Pure.
import type { LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import type { LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import type { DrawnLanguage } from '../../drawing/prescription/languages/payload.ts'
import type { PrintSetup } from '../printing/print-setup.ts'

export interface LabelPrinter {
  readonly media: LabelMedia
  readonly language: DrawnLanguage
}

interface KnownHere {
  readonly setup: PrintSetup
  /** Which printer of the pharmacy labels go to now. */
  readonly use: 'first' | 'standby'
  /** As it is set at this computer; `language` null: nothing tells. */
  readonly here: { readonly media: LabelMedia; readonly language: DrawnLanguage | null }
  /** What that computer told of its printer; null: nothing yet. */
  readonly there: (which: 'first' | 'standby') => LinkPrinter | null
}

/** Where nothing was told. */
const USUAL: LabelPrinter = { media: { widthMm: 100, heightMm: 50, dpi: 203 }, language: 'zpl' }

export function labelPrinter({ setup, use, here, there }: KnownHere): LabelPrinter {
  const isOwn = use === 'standby' ? setup.standby?.target === null : setup.role === 'Server'
  const known = isOwn ? here : there(use)
  return { media: known?.media ?? USUAL.media, language: known?.language ?? USUAL.language }
}
