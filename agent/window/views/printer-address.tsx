// The form for the address of a network printer: host and port, each judged before anything is asked.
import { DEFAULT_PRINTER_PORT } from '@pharmacy-relay/shared/ids.ts'
import { useId, useState } from 'preact/hooks'
import { useAgent } from '../agent-context.ts'
import { Field, Submit, submitting } from './field.tsx'

const HOST = /^[a-z0-9:.-]{1,253}$/i
/** Where printers with TLS have their raw port. */
const TLS_PORT = 9_143

interface PrinterAddressProps {
  readonly busy: boolean
  /** Whether it was added. */
  readonly add: (id: string) => Promise<boolean>
}

export function PrinterAddress({ busy, add }: PrinterAddressProps) {
  const { t } = useAgent()
  const { printers: texts } = t.windowPages
  const id = useId()
  const [host, setHost] = useState('')
  const [port, setPort] = useState(usualPort(false))
  const [encrypted, setEncrypted] = useState(false)
  const [shown, setShown] = useState(false)
  const encrypt = (isWanted: boolean): void => {
    setEncrypted(isWanted)
    // Who typed another port meant it.
    if (port === usualPort(encrypted)) setPort(usualPort(isWanted))
  }
  const faults = {
    host: HOST.test(host.trim()) ? null : texts.hostFault,
    port: /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535 ? null : texts.portFault,
  }
  const submit = async (): Promise<void> => {
    setShown(true)
    if (faults.host !== null || faults.port !== null) return
    if (!(await add(`${encrypted ? 'tls' : 'tcp'}:${inBrackets(host.trim())}:${Number(port)}`))) return
    setHost('')
    setShown(false)
  }
  return (
    <form class="form" onSubmit={submitting(() => void submit())} noValidate>
      <Field
        label={texts.host}
        hint={texts.hostHint}
        value={host}
        onValue={setHost}
        fault={shown ? faults.host : null}
        input={{ size: 24, maxLength: 253 }}
      />
      <div class="field">
        <label class="check">
          <input
            type="checkbox"
            checked={encrypted}
            aria-describedby={`${id}-encrypted`}
            onChange={(event) => encrypt(event.currentTarget.checked)}
          />
          {texts.encrypted}
        </label>
        <p class="quiet" id={`${id}-encrypted`}>
          {texts.encryptedHint}
        </p>
      </div>
      <Field
        label={texts.port}
        hint={texts.portHint}
        value={port}
        onValue={setPort}
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

function usualPort(isEncrypted: boolean): string {
  return String(isEncrypted ? TLS_PORT : DEFAULT_PRINTER_PORT)
}

/** An IPv6 address, as the port behind it needs it. */
function inBrackets(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
