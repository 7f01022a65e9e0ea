// `agent trust PRINTER`: a person compares the certificate of a TLS printer and says that it is that printer.
import type { PrinterCertificateRow } from '../../contract/printer-certificates.ts'
import { askAgent } from '../../contract/socket-client.ts'
import { parseTlsAddress } from '../../core/printers/tls/pinned-address.ts'
import { tcpAddressText } from '../../core/printers/tcp-address.ts'
import { groupedFingerprint } from '@pharmacy-relay/shared/endorsement.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { labelled } from '../text.ts'
import type { TrustCommand, Trusting } from './trust.ts'

const KIND = 'tls:'

export function isPrinter(ref: string): boolean {
  return ref.startsWith(KIND)
}

/** Throws ProblemError not_found, invalid (none said yes), state_conflict (the settings pin it), NotRunningError. */
export async function trustPrinter(
  { computer: ref, yes }: TrustCommand,
  { socket, ask }: Trusting,
): Promise<{ readonly row: PrinterCertificateRow; readonly wasConfirmed: boolean }> {
  const row = rowNamed(await askAgent(socket, 'printerCertificates', null), ref)
  if (row.refused === null) return { row, wasConfirmed: false }
  const fingerprint = yes === null ? asked(row, row.refused, ask) : prefixed(row, row.refused, yes)
  const { printer } = row
  return { row: await askAgent(socket, 'trustPrinter', { printer, fingerprint }), wasConfirmed: true }
}

/** What is compared: what was trusted so far, and what is new. */
export function certificateText({ trusted, refused }: PrinterCertificateRow): string {
  if (trusted.length === 0 && refused === null) return 'No certificate of it was seen yet.\n'
  return labelled([
    ...trusted.flatMap(({ fingerprint, how, since }) => [
      ['Known', groupedFingerprint(fingerprint)] as const,
      ['', since === null ? HOW[how] : `${HOW[how]}, ${since.slice(0, 10)}`] as const,
    ]),
    ...(refused === null ? [] : [['New', groupedFingerprint(refused)] as const]),
  ])
}

const HOW = {
  setting: 'named by the setting Printers',
  first_use: 'seen first',
  confirmed: 'confirmed by a person here',
} as const satisfies Record<PrinterCertificateRow['trusted'][number]['how'], string>

function rowNamed(rows: readonly PrinterCertificateRow[], ref: string): PrinterCertificateRow {
  const address = parseTlsAddress(ref.slice(KIND.length))
  const printer = address === null ? ref : `${KIND}${tcpAddressText(address)}`
  const row = rows.find((one) => one.printer === printer)
  if (row !== undefined) return row
  throw new ProblemError('not_found', `This computer has no printer ${ref}. See: agent printers`)
}

const SAY_WHICH = 'Say which one: --yes and the first 8 digits or more of the new certificate.'

function asked(row: PrinterCertificateRow, fingerprint: string, ask: Trusting['ask']): string {
  const question =
    `${certificateText(row)}\nCompare the new one with what the printer itself shows: its menu or web page.\n` +
    'Somebody who stands in for the printer would read the labels.\nIs it the same? Type yes: '
  const answer = ask(question)
  if (answer === null) throw new ProblemError('invalid', `${certificateText(row)}\n${SAY_WHICH}`)
  if (answer.trim().toLowerCase() === 'yes') return fingerprint
  throw new ProblemError('invalid', `Nothing was changed: ${row.printer} is not trusted with it.`)
}

function prefixed(row: PrinterCertificateRow, fingerprint: string, prefix: string): string {
  if (fingerprint.startsWith(prefix)) return fingerprint
  const text = `--yes ${prefix} is not the new one. Nothing was changed.`
  throw new ProblemError('invalid', `${certificateText(row)}\n${text}`)
}
