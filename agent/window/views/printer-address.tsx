// The form for the address of a network printer: host, port and whether it encrypts, judged before anything is asked.
import { useId } from 'preact/hooks'
import { useAgent } from '../agent-context.ts'
import { usePrinterAddress } from '../use-printer-address.ts'
import { Field, Submit, submitting } from './field.tsx'

interface PrinterAddressProps {
  readonly busy: boolean
  /** Whether it was added. */
  readonly add: (id: string) => Promise<boolean>
}

export function PrinterAddress({ busy, add }: PrinterAddressProps) {
  const { t } = useAgent()
  const { printers: texts } = t.windowPages
  const { host, port, encrypted, faults, typeHost, typePort, encrypt, submit } = usePrinterAddress(add)
  return (
    <form class="form" onSubmit={submitting(() => void submit())} noValidate>
      <Field
        label={texts.host}
        hint={texts.hostHint}
        value={host}
        onValue={typeHost}
        fault={faults.host}
        input={{ size: 24, maxLength: 253 }}
      />
      <Encrypted checked={encrypted} onChecked={encrypt} />
      <Field
        label={texts.port}
        hint={texts.portHint}
        value={port}
        onValue={typePort}
        fault={faults.port}
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

interface EncryptedProps {
  readonly checked: boolean
  readonly onChecked: (isChecked: boolean) => void
}

function Encrypted({ checked, onChecked }: EncryptedProps) {
  const { t } = useAgent()
  const { printers: texts } = t.windowPages
  const id = useId()
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={id}
          onChange={(event) => onChecked(event.currentTarget.checked)}
        />
        {texts.encrypted}
      </label>
      <p class="quiet" id={id}>
        {texts.encryptedHint}
      </p>
    </div>
  )
}
