// The printer of Windows that leads to this agent, so that every program prints labels: whether it is there, add, remove.
import { TcpPort } from '@pharmacy-relay/shared/ids.ts'
import { growing } from '@pharmacy-relay/shared/wire.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const Place = z.strictObject({ host: z.string().min(1).max(300), port: TcpPort })

export const LocalPrinterStatus = z.strictObject({
  /**
   * `not_here`: this is no Windows. `wrong`: it is there in part, or leads elsewhere than labels are taken now, and adding it
   * puts that right.
   */
  state: growing(z.enum(['not_here', 'absent', 'there', 'wrong', 'other']), 'other'),
  /** Where the agent takes labels; null while it takes none. */
  wanted: Place.nullable(),
  /** Where it leads; null without a port. */
  port: Place.extend({ isSnmpOn: z.boolean() }).nullable(),
  /** Their names in Windows: whatever prints on that port. */
  printers: z.array(z.string().max(300)).max(20),
})
export type LocalPrinterStatus = z.infer<typeof LocalPrinterStatus>

/** Of a driver; Windows allows so many characters. */
const DriverName = z.string().trim().min(1).max(259)

export const localPrinter = {
  localPrinter: endpoint({
    method: 'GET',
    path: '/v1/local-printer',
    summary: "Windows' printer that leads to this agent",
    reply: LocalPrinterStatus,
  }),
  /**
   * Added already, it is pointed at the port that is open now. Without a driver one that hands on a program's bytes.
   * not_supported off Windows; state_conflict with the reason, such as local_printer_denied where an administrator is needed.
   */
  addLocalPrinter: endpoint({
    method: 'PUT',
    path: '/v1/local-printer',
    summary: 'add it; {"driver": "…"} where another one is wanted',
    params: z.strictObject({ driver: DriverName.nullable().default(null) }),
    reply: LocalPrinterStatus,
  }),
  /** Every printer on that port, and the port. Removed already, it changes nothing. Refusals as above. */
  removeLocalPrinter: endpoint({
    method: 'DELETE',
    path: '/v1/local-printer',
    summary: 'remove it',
    reply: LocalPrinterStatus,
  }),
} as const
