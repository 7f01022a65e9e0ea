// What a person wants of a computer's role, read from the fields of the editor.
import { z } from 'zod'
import type { RelayComputer, StandbyPrinter } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { IdText, TcpPort } from '@pharmacy-relay/shared/ids.ts'
import { StandbyAfterSeconds } from '@pharmacy-relay/shared/printer-assignment.ts'
import { PrinterName } from '@pharmacy-relay/shared/printer.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { MAX_ALSO } from './also-clients.tsx'
import type { EditorField } from './role-editor.tsx'
import { takesPrinterAway } from './role-consequences.ts'
import { STANDBY } from './standby-choice.tsx'
import { typed, versionText } from '../../http/forms.ts'

export const RoleForm = z.object({
  version: versionText,
  role: typed(10),
  // Longer than they may be, so that the words at the field say what is wrong.
  printerName: typed(1_000),
  tcpPort: typed(100),
  afterSeconds: typed(100),
  standbyReturn: typed(10),
  confirm: typed(10),
  /** Ids of other computers that become Clients. */
  clients: z
    .union([IdText.transform(String), z.array(IdText.transform(String)).max(MAX_ALSO)])
    .default([])
    .transform((ids) => (typeof ids === 'string' ? [ids] : ids)),
})
export type RoleForm = z.output<typeof RoleForm>

export type RequestedRole =
  | { readonly kind: 'role'; readonly role: 0 | 2 }
  | { readonly kind: 'standby'; readonly standby: StandbyPrinter }
  | { readonly kind: 'printer'; readonly printerName: string; readonly tcpPort: number }

/**
 * Throws ProblemError `invalid` with the fields to be mended – an unticked `confirm` among them where labels would
 * stop – and `device_offline` for a printer on a computer that is offline.
 */
export function requestedRole(form: RoleForm, computer: RelayComputer): RequestedRole {
  if (form.role === '1') return requestedPrinter(form, computer)
  if (form.role === STANDBY) return requestedStandby(form, computer)
  if (form.role !== '0' && form.role !== '2') throw faulty(['role'])
  const role = form.role === '0' ? 0 : 2
  if (takesPrinterAway(computer, role) && form.confirm !== 'yes') throw faulty(['confirm'])
  return { kind: 'role', role }
}

function requestedPrinter(form: RoleForm, computer: RelayComputer): RequestedRole {
  // Its fields are closed then: there is nothing to find fault with.
  if (!computer.isOnline) throw new ProblemError('device_offline', 'The computer is offline')
  const printerName = PrinterName.safeParse(form.printerName)
  const tcpPort = PortText.safeParse(form.tcpPort)
  if (printerName.success && tcpPort.success)
    return { kind: 'printer', printerName: printerName.data, tcpPort: tcpPort.data }
  throw faulty([
    ...(printerName.success ? [] : ['printerName' as const]),
    ...(tcpPort.success ? [] : ['tcpPort' as const]),
  ])
}

function requestedStandby(form: RoleForm, computer: RelayComputer): RequestedRole {
  if (!computer.isOnline) throw new ProblemError('device_offline', 'The computer is offline')
  const printerName = PrinterName.safeParse(form.printerName)
  const afterSeconds = SecondsText.safeParse(form.afterSeconds)
  if (printerName.success && afterSeconds.success) {
    const way = form.standbyReturn === 'manual' ? 'manual' : 'auto'
    const chosen = { printerName: printerName.data, afterSeconds: afterSeconds.data, return: way } as const
    return { kind: 'standby', standby: { computerId: computer.id, ...chosen } }
  }
  throw faulty([
    ...(printerName.success ? [] : ['printerName' as const]),
    ...(afterSeconds.success ? [] : ['afterSeconds' as const]),
  ])
}

const SecondsText = z
  .string()
  .trim()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(StandbyAfterSeconds)

const PortText = z
  .string()
  .trim()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(TcpPort)

function faulty(fields: readonly EditorField[]): ProblemError {
  const errors = fields.map((field) => ({ path: `body.${field}`, message: 'is not valid' }))
  return new ProblemError('invalid', 'Some fields are not valid', { errors })
}
