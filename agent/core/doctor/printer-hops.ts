// The PrinterComputer's side: certificates of Clients, firewall, who is linked, and the printer. Pure.
import type { DiagnosedHop } from '@pharmacy-relay/shared/diagnosis.ts'
import { stopsPrinting } from '@pharmacy-relay/shared/printer-condition.ts'
import type { ClientFound, DoctorFacts } from './doctor-facts.ts'
import { hop } from './hop.ts'

export function printerHops(facts: DoctorFacts): DiagnosedHop[] {
  const { clients } = facts
  return [trustHop(clients), firewallHop(facts), clientsHop(clients), ...printerHop(facts)]
}

function trustHop(clients: readonly ClientFound[]): DiagnosedHop {
  const changed = clients.filter(({ isChanged }) => isChanged)
  if (changed.length === 0) return hop(['trust', 'ok', 'trust_ok'])
  return hop(['trust', 'attention', 'trust_clients_changed'], { detail: names(changed) })
}

/** A Client that came over the local network proves more than any setting that can be read. */
function firewallHop({ clients, firewall, port, system }: DoctorFacts): DiagnosedHop {
  const facts = { port: port ?? 0, system }
  if (clients.some(({ carriers }) => carriers.includes('lan')))
    return hop(['firewall', 'ok', 'firewall_open'], facts)
  if (firewall === 'blocks') return hop(['firewall', 'attention', 'firewall_closed'], facts)
  if (clients.length === 0 || firewall === 'allows')
    return hop(['firewall', 'not_tested', 'firewall_unknown'])
  return hop(['firewall', 'attention', 'firewall_perhaps'], facts)
}

/** Clients that are switched off are missing, too: this never stops labels. */
function clientsHop(clients: readonly ClientFound[]): DiagnosedHop {
  if (clients.length === 0) return hop(['clients', 'ok', 'clients_none'])
  const linked = clients.filter(({ carriers }) => carriers.length > 0)
  const missing = clients.filter(({ carriers }) => carriers.length === 0)
  const found = { count: linked.length, total: clients.length }
  if (missing.length > 0)
    return hop(['clients', 'attention', 'clients_missing'], { ...found, detail: names(missing) })
  const detail = linked
    .map(({ computerName, carriers }) => `${computerName} (${carriers.join(', ')})`)
    .join('; ')
  return hop(['clients', 'ok', 'clients_linked'], { ...found, detail })
}

/** One that refuses may serve somebody else at this moment; one that has not taken a label for so long stops labels. */
const BUSY_LABEL_MS = 10_000

export function printerHop({
  printer,
  printerName,
  waitedForPrinterMs,
}: Pick<DoctorFacts, 'printer' | 'printerName' | 'waitedForPrinterMs'>): DiagnosedHop[] {
  if (printer === null) return []
  const { value, tookMs } = printer
  const isStopping = waitedForPrinterMs !== null && waitedForPrinterMs > BUSY_LABEL_MS
  const busy = ['printer', isStopping ? 'failed' : 'attention', 'printer_busy'] as const
  if (value === 'late') return [hop(busy, { printer: printerName ?? '' }, tookMs)]
  const { presence, conditions, hasAnswered, printer: name } = value
  const facts = { printer: name }
  const said = presence?.reason ?? null
  const why = { ...facts, reasons: said === null ? [] : [said] }
  if (presence?.state === 'absent') return [hop(['printer', 'failed', 'printer_away'], why, tookMs)]
  if (conditions.some(stopsPrinting))
    return [hop(['printer', 'failed', 'printer_stopped'], { ...facts, conditions: [...conditions] }, tookMs)]
  if (conditions.length > 0)
    return [
      hop(['printer', 'attention', 'printer_remark'], { ...facts, conditions: [...conditions] }, tookMs),
    ]
  if (presence?.state === 'busy') return [hop(busy, why, tookMs)]
  return [hop(['printer', 'ok', hasAnswered ? 'printer_ready' : 'printer_there'], facts, tookMs)]
}

function names(clients: readonly ClientFound[]): string {
  return clients.map(({ computerName }) => computerName).join(', ')
}
