// What this computer is: its pharmacy, its part in printing, its printer or the computer that has it, the way of labels.
import type { AgentStatus, PrintingStatus } from '../../../contract/agent-api.ts'
import { printerWords } from '@pharmacy-relay/shared/printer.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { useAgent } from '../../agent-context.ts'
import { Facts, type Fact } from '../../views/facts.tsx'

export function ComputerFacts({ status }: { readonly status: AgentStatus }) {
  const { t } = useAgent()
  const words = t.window.overview
  return (
    <section class="card">
      <h2>{words.what}</h2>
      <Facts
        facts={[
          [words.computer, status.computerName],
          [words.pharmacy, status.pharmacyName ?? words.noPharmacy],
          [words.role, words.roles[status.printing.role]],
          ...printingFacts(status.printing, t),
          [words.hub, words.hubs[status.hub.state]],
        ]}
      />
    </section>
  )
}

/** Nothing without a part in printing. */
function printingFacts(printing: PrintingStatus, t: Texts): Fact[] {
  const words = t.window.overview
  const { role, target, tcpPort } = printing
  if (role === 'None') return []
  return [
    role === 'Server' ? [words.printer, printerState(printing, t)] : [words.target, target ?? words.noTarget],
    [words.way, wayWords(printing, words)],
    [words.port, tcpPort === null ? words.portClosed : words.portOpen(tcpPort)],
  ]
}

function printerState({ printerName, printer }: PrintingStatus, t: Texts): string {
  const words = t.window.overview
  if (printerName === null) return words.noPrinter
  if (printer === null) return printerWords(printerName)
  const conditions = printer.conditions.map((condition) => t.printing.conditions[condition]).join(' ')
  const mood = printer.answeredAt === null ? words.printerMute : words.printerFine
  return `${printerWords(printerName)}: ${conditions === '' ? mood : conditions}`
}

function wayWords(
  { role, printerName, target, way }: PrintingStatus,
  { ways }: Texts['window']['overview'],
): string {
  if (role === 'Server') return printerName === null ? ways.nowhere : ways.printer
  if (target === null) return ways.nowhere
  return ways[way?.path ?? 'none'](target)
}
