// What this computer is: its pharmacy, its role, its printer or the computer that has it, the way of labels.
import type { AgentStatus, PrintingStatus } from '../../../contract/agent-api.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import type { Texts } from '../../texts.ts'
import { useAgent } from '../../agent-context.ts'
import { Facts, type Fact } from '../../views/facts.tsx'
import { standbyFact } from './standby.tsx'

export function ComputerFacts({ status }: { readonly status: AgentStatus }) {
  const { t } = useAgent()
  const text = t.window.overview
  return (
    <section class="card">
      <h2>{text.what}</h2>
      <Facts
        facts={[
          [text.computer, status.computerName],
          [text.pharmacy, status.pharmacyName ?? text.noPharmacy],
          [text.role, text.roles[status.printing.role]],
          ...printingFacts(status.printing, t),
          [text.hub, text.hubs[status.hub.state]],
        ]}
      />
    </section>
  )
}

/** Nothing without a role. */
function printingFacts(printing: PrintingStatus, t: Texts): Fact[] {
  const text = t.window.overview
  const { role, target, tcpPort } = printing
  if (role === 'None') return []
  const standby = standbyFact(printing.standby ?? null, t)
  return [
    role === 'Server' ? [text.printer, printerState(printing, t)] : [text.target, target ?? text.noTarget],
    [text.way, wayText(printing, text)],
    ...(standby === null ? [] : [[t.window.standby.title, standby] as const]),
    [text.port, tcpPort === null ? text.portClosed : text.portOpen(tcpPort)],
  ]
}

function printerState({ printerName, printer }: PrintingStatus, t: Texts): string {
  const text = t.window.overview
  if (printerName === null) return text.noPrinter
  if (printer === null) return printerText(printerName)
  const conditions = printer.conditions.map((condition) => t.printing.conditions[condition]).join(' ')
  const mood = printer.answeredAt === null ? text.printerMute : text.printerFine
  return `${printerText(printerName)}: ${conditions === '' ? mood : conditions}`
}

function wayText(
  { role, printerName, target, way }: PrintingStatus,
  { ways }: Texts['window']['overview'],
): string {
  if (role === 'Server') return printerName === null ? ways.nowhere : ways.printer
  if (target === null) return ways.nowhere
  return ways[way?.path ?? 'none'](target)
}
