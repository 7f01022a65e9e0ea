// Of a Client: whether its labels come out of the printer of its PrinterComputer, as that one tells. Pure.
import type { DiagnosedHop, DiagnosisFacts } from '@pharmacy-relay/shared/diagnosis.ts'
import type { LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import { hasReason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { PrinterThereFound, Timed } from './doctor-facts.ts'
import { hop } from './hop.ts'

export function printerThereHop(
  computer: string,
  { value: { told, waiting }, tookMs }: Timed<PrinterThereFound>,
): DiagnosedHop {
  if (told !== null && told.reasons.length > 0) return stoppedHop(computer, told, tookMs)
  if (waiting > 0) return hop(['printer', 'failed', 'printer_waiting'], { computer, count: waiting }, tookMs)
  if (told === null) return hop(['printer', 'not_tested', 'printer_not_told'], { computer }, tookMs)
  if (told.conditions.length > 0)
    return hop(['printer', 'attention', 'printer_remark'], conditionsOf(computer, told), tookMs)
  if (told.waiting > 0)
    return hop(['printer', 'attention', 'printer_waiting'], { computer, count: told.waiting }, tookMs)
  return hop(['printer', 'ok', 'printer_ready'], named(computer), tookMs)
}

/** A pause and a choice are made by people: the printer has no part in it. */
function stoppedHop(computer: string, told: LinkPrinter, tookMs: number): DiagnosedHop {
  const { reasons } = told
  if (hasReason(reasons, 'paused')) return hop(['printer', 'failed', 'printer_paused'], { computer }, tookMs)
  if (hasReason(reasons, 'no_printer'))
    return hop(['printer', 'failed', 'printer_none'], { computer }, tookMs)
  // What the printer says of itself stands in its conditions.
  const others = reasons.filter(({ code }) => code !== 'printer_condition')
  const facts = { ...conditionsOf(computer, told), ...(others.length === 0 ? {} : { reasons: others }) }
  return hop(['printer', 'failed', 'printer_stopped'], facts, tookMs)
}

function conditionsOf(computer: string, { conditions }: LinkPrinter): DiagnosisFacts {
  return { ...named(computer), conditions: [...conditions] }
}

/** Readers of earlier versions name the printer alone. */
function named(computer: string): DiagnosisFacts {
  return { computer, printer: computer }
}
