// Network printers that nothing finds by itself: the setting Printers as a list with an address to add and to remove.
import { DEFAULT_PRINTER_PORT } from '@pharmacy-relay/shared/ids.ts'
import { printerWords } from '@pharmacy-relay/shared/printer.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../agent-context.ts'
import { useAsk } from '../use-ask.ts'
import { usePolled } from '../use-polled.ts'
import { Field, Submit, submitting } from './field.tsx'
import { Notice, Refused } from './notice.tsx'

const SETTING = 'Printers'
const HOST = /^[a-z0-9:.-]{1,253}$/i

/** What was done last. */
interface Done {
  readonly kind: 'added' | 'removed'
  readonly id: string
}

export function NetworkPrinters({ onChanged }: { readonly onChanged: () => void }) {
  const { t, bridge } = useAgent()
  const { printers: texts } = t.windowPages
  const { data, again } = usePolled(bridge, { method: 'getSettings', params: null, everyMs: null })
  const change = useAsk('setSetting')
  const [done, setDone] = useState<Done | null>(null)
  const row = data?.find(({ name }) => name === SETTING)
  const listed = (row?.value ?? '').split(',').filter((id) => id !== '')
  /** Whether it was kept. */
  const keep = async (ids: readonly string[], what: Done): Promise<boolean> => {
    setDone(null)
    const answer = await change.ask({ name: SETTING, value: ids.length === 0 ? null : ids.join(',') })
    if (answer?.ok !== true) return false
    setDone(what)
    again()
    onChanged()
    return true
  }
  return (
    <section class="card" aria-labelledby="add-printer">
      <h2 id="add-printer">{texts.add}</h2>
      {row?.source === 'environment' ? (
        <p>{texts.fixed}</p>
      ) : (
        <>
          <p>{texts.addWords}</p>
          {/* Without the list that is there, adding would take the others off it. */}
          {row !== undefined && (
            <AddForm
              busy={change.busy}
              add={async (id) => keep([...new Set([...listed, id])], { kind: 'added', id })}
            />
          )}
          {listed.map((id) => (
            <Removal
              key={id}
              name={printerWords(id)}
              remove={() =>
                void keep(
                  listed.filter((other) => other !== id),
                  { kind: 'removed', id },
                )
              }
            />
          ))}
        </>
      )}
      {done !== null && <Notice level="good" title={texts[done.kind](printerWords(done.id))} />}
      {change.answer?.ok === false && <Refused refusal={change.answer} />}
    </section>
  )
}

interface AddFormProps {
  readonly busy: boolean
  /** Whether it was added. */
  readonly add: (id: string) => Promise<boolean>
}

function AddForm({ busy, add }: AddFormProps) {
  const { t } = useAgent()
  const { printers: texts } = t.windowPages
  const [host, setHost] = useState('')
  const [port, setPort] = useState(String(DEFAULT_PRINTER_PORT))
  const [shown, setShown] = useState(false)
  const faults = {
    host: HOST.test(host.trim()) ? null : texts.hostFault,
    port: /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535 ? null : texts.portFault,
  }
  const submit = async (): Promise<void> => {
    setShown(true)
    if (faults.host !== null || faults.port !== null) return
    if (!(await add(`tcp:${host.trim()}:${Number(port)}`))) return
    setHost('')
    setShown(false)
  }
  return (
    <form class="form" onSubmit={submitting(() => void submit())} noValidate>
      <Field
        {...{ label: texts.host, hint: texts.hostHint, value: host, onValue: setHost }}
        fault={shown ? faults.host : null}
        input={{ size: 24, maxLength: 253 }}
      />
      <Field
        {...{ label: texts.port, hint: texts.portHint, value: port, onValue: setPort }}
        fault={shown ? faults.port : null}
        input={{ inputMode: 'numeric', size: 6, maxLength: 5 }}
      />
      <div class="row">
        <Submit busy={busy} main={false}>
          {texts.addButton}
        </Submit>
      </div>
    </form>
  )
}

/** Asks first: labels may wait because of it. */
function Removal({ name, remove }: { readonly name: string; readonly remove: () => void }) {
  const { t } = useAgent()
  const { printers: texts } = t.windowPages
  return (
    <details>
      <summary>{texts.remove(name)}</summary>
      <p>{texts.removeWords(name)}</p>
      <div class="row">
        <button type="button" class="drastic" onClick={remove}>
          {texts.removeNow}
        </button>
      </div>
    </details>
  )
}
