// The printers of this computer: which one labels come out of, how it is, and network printers that are added by hand.
import { printerText, type PrinterRow } from '@pharmacy-relay/shared/printer.ts'
import { detailOf, printerKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import { stopsPrinting } from '@pharmacy-relay/shared/printer-condition.ts'
import type { ComponentChildren } from 'preact'
import { useAgent } from '../agent-context.ts'
import { usePolled } from '../use-polled.ts'
import { LocalPrinter } from '../views/local-printer.tsx'
import { PrinterCertificate } from '../views/printer-certificate.tsx'
import { NetworkPrinters } from '../views/network-printers.tsx'
import { Notice, Refused } from '../views/notice.tsx'
import { TestLabel } from './overview/test-label.tsx'
import { clockTime } from '../views/times.ts'

/** What a printer shows changes only when somebody exchanged it. */
const CERTIFICATES_MS = 5_000

export function Printers() {
  const { t, bridge, status } = useAgent()
  const { printers: texts } = t.windowPages
  const { data, refusal, again } = usePolled(bridge, { method: 'printers', params: null, everyMs: null })
  const certificates = usePolled(bridge, {
    method: 'printerCertificates',
    params: null,
    everyMs: CERTIFICATES_MS,
  })
  if (status === null) return null
  const { role, target, failed } = status.printing
  // Also one that this computer could not take up, because it is not there.
  const printerName =
    status.printing.printerName ?? (failed?.code === 'printer_missing' ? failed.printerName : null)
  const isMissing = printerName !== null && data !== null && data.every(({ id }) => id !== printerName)
  return (
    <>
      {role === 'Client' && target !== null ? <p>{texts.client(target)}</p> : <p>{texts.intro}</p>}
      {isMissing && <Notice level="bad" title={texts.missing(printerText(printerName))} />}
      {refusal !== null && <Refused refusal={refusal} />}
      {data === null && refusal === null && <output data-loading>{t.window.loading}</output>}
      {data?.length === 0 && !isMissing && <Notice level="caution" title={texts.none} />}
      {data !== null && data.length > 0 && (
        <ul class="plain cards">
          {chosenFirst(data, printerName).map((printer) => (
            <li key={printer.id} class="card">
              <Printer printer={printer} isChosen={printer.id === printerName}>
                {certificates.data
                  ?.filter((row) => row.printer === printer.id)
                  .map((row) => (
                    <PrinterCertificate key={row.printer} row={row} onTrusted={certificates.again} />
                  ))}
              </Printer>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <button type="button" onClick={again}>
          {texts.again}
        </button>
      </div>
      <LocalPrinter />
      <NetworkPrinters onChanged={again} />
    </>
  )
}

function chosenFirst(printers: readonly PrinterRow[], chosen: string | null): PrinterRow[] {
  return printers.toSorted((a, b) => Number(b.id === chosen) - Number(a.id === chosen))
}

interface PrinterProps {
  readonly printer: PrinterRow
  readonly isChosen: boolean
  /** Its certificate, where it has one. */
  readonly children: ComponentChildren
}

function Printer({ printer, isChosen, children }: PrinterProps) {
  const { t, status } = useAgent()
  const { printers: texts } = t.windowPages
  const known = texts.kinds[printerKind(printer.id)]
  // The certificate has a place of its own.
  const detail = detailOf(printer.id) === 'system' ? printer.detail : ''
  return (
    <>
      <h2>{printer.name}</h2>
      <p class="quiet">{[known, detail].filter((text) => text !== '').join(' · ')}</p>
      {children}
      {isChosen && (
        <>
          <p class="chosen">{texts.prints}</p>
          <Health />
          {status !== null && <TestLabel status={status} />}
        </>
      )}
    </>
  )
}

/** What the chosen printer says of itself. */
function Health() {
  const { t, status } = useAgent()
  const { printers: texts } = t.windowPages
  const printer = status?.printing.printer ?? null
  if (printer === null) return null
  const { conditions, answeredAt } = printer
  if (conditions.length > 0)
    return (
      <>
        {conditions.map((condition) => (
          <Notice
            key={condition}
            level={stopsPrinting(condition) ? 'bad' : 'caution'}
            title={t.printing.conditions[condition]}
          />
        ))}
      </>
    )
  if (answeredAt === null) return <p>{texts.mute}</p>
  return <p>{`${texts.nothingWrong} ${texts.answered(clockTime(t.locale, answeredAt))}`}</p>
}
