// Network printers that nothing finds by itself: the setting Printers as a list with an address to add and to remove.
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import { useAgent } from '../agent-context.ts'
import { useNetworkPrinters, type NetworkPrinterList } from '../use-network-printers.ts'
import { Notice, Refused } from './notice.tsx'
import { PrinterAddress } from './printer-address.tsx'

export function NetworkPrinters({ onChanged }: { readonly onChanged: () => void }) {
  const { t } = useAgent()
  const { printers: texts } = t.windowPages
  const list = useNetworkPrinters(onChanged)
  const { done, refusal } = list
  return (
    <section class="card" aria-labelledby="add-printer">
      <h2 id="add-printer">{texts.add}</h2>
      {list.isFixed ? <p>{texts.fixed}</p> : <Changeable list={list} />}
      {done !== null && <Notice level="good" title={texts[done.kind](nameOf(done.id))} />}
      {refusal !== null && <Refused refusal={refusal} />}
    </section>
  )
}

function Changeable({ list: { ids, busy, add, remove } }: { readonly list: NetworkPrinterList }) {
  const { t } = useAgent()
  return (
    <>
      <p>{t.windowPages.printers.addText}</p>
      {ids !== null && <PrinterAddress busy={busy} add={add} />}
      {ids?.map((id) => (
        <Removal key={id} name={nameOf(id)} remove={() => void remove(id)} />
      ))}
    </>
  )
}

/** Without the certificate that may stand behind it. */
function nameOf(id: string): string {
  return printerText(id).split('#')[0] ?? id
}

/** Asks first: labels may wait because of it. */
function Removal({ name, remove }: { readonly name: string; readonly remove: () => void }) {
  const { t } = useAgent()
  const { printers: texts } = t.windowPages
  return (
    <details>
      <summary>{texts.remove(name)}</summary>
      <p>{texts.removeText(name)}</p>
      <div class="row">
        <button type="button" class="drastic" onClick={remove}>
          {texts.removeNow}
        </button>
      </div>
    </details>
  )
}
