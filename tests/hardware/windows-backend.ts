// The agent's back end for Windows' printers, which runs under Wine, as a back end of this process: what it answers is read anew.
import { z } from 'zod'
import { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { PrinterBackend } from '../../agent/core/printers/printer-backend.ts'
import { writeFailure, type WriteFailureCode } from '../../agent/core/printers/write-outcome.ts'
import type { WindowsPrinters } from '../windows/windows-printers.ts'

const List = z.array(z.object({ id: z.string(), name: z.string(), detail: z.string() }))
const PresenceSaid = z.object({
  state: z.enum(['present', 'busy', 'absent', 'unknown']),
  reason: Reason.nullable(),
})
const Conditions = z.array(PrinterCondition).nullable()
const Queued = z.enum(['finished', 'never_begun', 'unknown'])
const Outcome = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    code: z.string(),
    retry: z.enum(['transient', 'ambiguous', 'permanent']),
    reason: Reason,
  }),
])

export function backendOfWindows(windows: WindowsPrinters): PrinterBackend {
  return {
    kind: 'win',
    way: 'queue',
    proves: 'L0',
    list: async () => List.parse(await windows.ask('list')),
    status: async (name) => PresenceSaid.parse(await windows.ask('status', { name })),
    leadsTo: async () => Promise.resolve(null),
    conditions: async (name) => Conditions.parse(await windows.ask('conditions', { name })),
    queued: async (name, title) => Queued.parse(await windows.ask('queued', { name, title })),
    print: async ({ address, payload, title }) => {
      const { outcome } = await windows.print(address, payload, title)
      const said = Outcome.parse(outcome)
      if (said.ok) return said
      return {
        ...writeFailure(said.code as WriteFailureCode, said.retry === 'ambiguous'),
        ...said,
        code: said.code as WriteFailureCode,
      }
    },
  }
}
