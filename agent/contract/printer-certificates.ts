// What an agent tells of the certificates of its TLS printers, and how a person says yes to another one.
import { z } from 'zod'
import { Fingerprint } from '@pharmacy-relay/shared/endorsement.ts'
import { Instant } from '@pharmacy-relay/shared/ids.ts'
import { PrinterName } from '@pharmacy-relay/shared/printer.ts'
import { endpoint } from './endpoint.ts'
import { growing } from '@pharmacy-relay/shared/wire.ts'

export const PrinterCertificateRow = z.strictObject({
  /** `tls:HOST:PORT`. */
  printer: PrinterName,
  /** Empty before the first was seen. */
  trusted: z.array(
    z.strictObject({
      fingerprint: Fingerprint,
      /** Pinned by the setting Printers, seen first, or confirmed by a person on this computer. */
      how: growing(z.enum(['setting', 'first_use', 'confirmed']), 'first_use'),
      /** Null: as long as the setting says so. */
      since: Instant.nullable(),
    }),
  ),
  /** What it showed last, and is not trusted with. */
  refused: Fingerprint.nullable(),
})
export type PrinterCertificateRow = z.infer<typeof PrinterCertificateRow>

/** Those of the settings and those that are remembered. */
export const MAX_PRINTER_CERTIFICATES = 200

export const TrustPrinter = z.strictObject({ printer: PrinterName, fingerprint: Fingerprint })

export const printerCertificates = {
  /** Of the TLS printers: what each is trusted with, and what it shows instead. */
  printerCertificates: endpoint({
    method: 'GET',
    path: '/v1/printer-certificates',
    summary: 'certificates of TLS printers',
    reply: z.array(PrinterCertificateRow).max(MAX_PRINTER_CERTIFICATES),
  }),
  /**
   * A person compared that certificate and says yes. Asked again, it changes nothing. not_found for a printer that is not
   * known here, state_conflict when it shows another one by now, or the settings say which it has.
   */
  trustPrinter: endpoint({
    method: 'POST',
    path: '/v1/printer-certificates/trust',
    summary: 'confirm {"printer": "tls:…", "fingerprint": "…"}',
    params: TrustPrinter,
    reply: PrinterCertificateRow,
  }),
} as const
