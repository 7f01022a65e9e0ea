// What this computer is: its pharmacy, its part in printing, its printer or the computer that has it, the way of labels.
import type { AgentStatus, PrintingStatus } from '@pharmacy-relay/shared/agent-api.ts'
import { printerWords } from '@pharmacy-relay/shared/printer.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { ComponentChildren } from 'preact'
import { useAgent } from '../../agent-context.ts'

export function ComputerFacts({ status }: { readonly status: AgentStatus }) {
  const { t } = useAgent()
  const words = t.window.overview
  const { printing, hub } = status
  return (
    <section class="card">
      <h2>{words.what}</h2>
      <dl class="facts">
        <Fact name={words.computer}>{status.computerName}</Fact>
        <Fact name={words.pharmacy}>{status.pharmacyName ?? words.noPharmacy}</Fact>
        <Fact name={words.role}>{words.roles[printing.role]}</Fact>
        {printing.role === 'Server' && <Fact name={words.printer}>{printerState(printing, t)}</Fact>}
        {printing.role === 'Client' && <Fact name={words.target}>{printing.target ?? words.noTarget}</Fact>}
        {printing.role !== 'None' && <Fact name={words.way}>{wayWords(printing, words)}</Fact>}
        {printing.role !== 'None' && (
          <Fact name={words.port}>
            {printing.tcpPort === null ? words.portClosed : words.portOpen(printing.tcpPort)}
          </Fact>
        )}
        <Fact name={words.hub}>{words.hubs[hub.state]}</Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
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
