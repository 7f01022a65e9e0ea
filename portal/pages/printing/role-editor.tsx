// The editor for the role of one computer: three roles with what each would mean, and for the printer computer its printer.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { renderToString } from 'preact-render-to-string'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { DEFAULT_PRINTER_PORT } from '@pharmacy-relay/shared/ids.ts'
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { Field, PostForm } from '../../views/forms.tsx'
import type { FrameProps } from '../../views/frame-props.ts'
import { customerPath, printersPath, rolePath } from '../../views/paths.ts'
import { AlsoClients } from './also-clients.tsx'
import { EditorProblem } from './editor-problem.tsx'
import { ASK_FORM_ID, ReportedPrinters, type KnownPrinters } from './reported-printers.tsx'
import { RoleChoices } from './role-choices.tsx'
import { PRINTER_COMPUTER } from './role-consequences.ts'
import {
  isStandby,
  mayStandBy,
  presentStandby,
  STANDBY,
  standbyOf,
  StandbyPart,
  type StandbyEntries,
} from './standby-choice.tsx'

/** The fields of the editor as they were chosen and typed. */
export interface RoleEntries extends StandbyEntries {
  /** `0`, `1`, `2`, `standby`, or an empty text. */
  readonly role: string
  readonly printerName: string
  readonly tcpPort: string
  /** Ids of others that become Clients. */
  readonly clients?: readonly string[]
}

export type EditorField = Exclude<keyof RoleEntries, 'standbyReturn' | 'clients'> | 'confirm'

export interface RoleEditorProps {
  readonly frame: FrameProps
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly entries: RoleEntries
  readonly known: KnownPrinters
  /** Fields that a person has to mend. */
  readonly faults: ReadonlySet<EditorField>
  /** Why nothing was saved; null when nobody tried. */
  readonly problem: ProblemCode | null
  /** The server's clock, for ages. */
  readonly now: Date
}

/** The fragment for the place above the computers. */
export function roleEditor(props: RoleEditorProps): string {
  return renderToString(<RoleEditor {...props} />)
}

/** Posts `version`, `role`, `printerName`, `tcpPort`, `afterSeconds`, `standbyReturn`, `clients`, `confirm` and `csrf` to rolePath(); a printed version is If-Match. */
export function RoleEditor(props: RoleEditorProps) {
  const { frame, customer, computer, problem } = props
  const t = texts(frame.language)
  return (
    <section id="role-editor" class="card-plain role-editor" aria-labelledby="role-editor-title">
      {/* The script moves the focus here; a page that says what went wrong begins here. */}
      <h2 id="role-editor-title" tabIndex={-1} autofocus={problem !== null}>
        {t.printing.editorTitle(computerName(computer))}
      </h2>
      <EditorProblem customer={customer} computer={computer} problem={problem} t={t} />
      <PostForm
        action={rolePath(customer.storeId, computer.id)}
        csrfToken={frame.csrfToken}
        class="role-form"
      >
        <input type="hidden" name="version" value={String(customer.printingVersion)} />
        <Fields {...props} t={t} />
        <SaveOrClose storeId={customer.storeId} t={t} />
      </PostForm>
      <AskForm frame={frame} customer={customer} computer={computer} />
    </section>
  )
}

function Fields(props: RoleEditorProps & { readonly t: Texts }) {
  const { frame, customer, computer, entries, known, faults, now, t } = props
  return (
    <>
      <RoleChoices
        viewer={frame.viewer}
        customer={customer}
        computer={computer}
        entries={entries}
        faults={faults}
        t={t}
      />
      {may(frame.viewer, storeApi.savePrinterConfig) && (
        <PrinterPart
          viewer={frame.viewer}
          computer={computer}
          entries={entries}
          known={known}
          faults={faults}
          now={now}
          t={t}
        />
      )}
      {may(frame.viewer, storeApi.saveStandby) && mayStandBy(customer, computer) && (
        <StandbyPart computer={computer} entries={entries} isFaulty={faults.has('afterSeconds')} t={t} />
      )}
      <AlsoClients
        viewer={frame.viewer}
        customer={customer}
        computer={computer}
        chosen={entries.clients ?? []}
        t={t}
      />
      {computer.role === PRINTER_COMPUTER && (
        <Confirm computer={computer} isFaulty={faults.has('confirm')} t={t} />
      )}
    </>
  )
}

/** Behind the button at the list of printers. */
function AskForm({ frame, customer, computer }: Pick<RoleEditorProps, 'frame' | 'customer' | 'computer'>) {
  if (!may(frame.viewer, storeApi.ListPrintersAsync)) return null
  const action = printersPath(customer.storeId, computer.id)
  return <PostForm id={ASK_FORM_ID} action={action} csrfToken={frame.csrfToken} />
}

function SaveOrClose({ storeId, t }: { readonly storeId: string; readonly t: Texts }) {
  return (
    <p class="actions">
      <button type="submit" class="btn btn-primary">
        {t.customerForm.save}
      </button>
      <a class="btn" href={customerPath(storeId)} data-close-editor>
        {t.common.cancel}
      </a>
    </p>
  )
}

interface PrinterPartProps extends Pick<
  RoleEditorProps,
  'computer' | 'entries' | 'known' | 'faults' | 'now'
> {
  readonly viewer: FrameProps['viewer']
  readonly t: Texts
}

/** Shown by the style sheet while the printer computer or the standby printer is chosen; the port is the former's alone. */
function PrinterPart({ viewer, computer, entries, known, faults, now, t }: PrinterPartProps) {
  return (
    <div class="printer-part">
      {!computer.isOnline && <p class="field-fault">{t.printing.offlineKept(computerName(computer))}</p>}
      <div class="printer-fields">
        <ReportedPrinters
          viewer={viewer}
          computer={computer}
          known={known}
          now={now}
          t={t}
          chosen={entries.printerName}
          fault={faults.has('printerName') ? printerFault(entries.printerName, computer, t) : null}
        />
        <div class="printer-port">
          <Field
            name="tcpPort"
            label={t.pharmacy.tcpPort}
            value={entries.tcpPort}
            hint={faults.has('tcpPort') ? null : t.printing.portHint}
            fault={faults.has('tcpPort') ? t.printing.portFault : null}
            input={{
              type: 'text',
              inputmode: 'numeric',
              maxlength: 5,
              disabled: !computer.isOnline,
              autocomplete: 'off',
              spellcheck: false,
            }}
          />
        </div>
      </div>
    </div>
  )
}

function printerFault(chosen: string, computer: RelayComputer, t: Texts): string {
  return chosen === '' ? t.printing.printerFault : t.printing.printerUnreported(computerName(computer))
}

interface ConfirmProps {
  readonly computer: RelayComputer
  readonly isFaulty: boolean
  readonly t: Texts
}

/** Shown by the style sheet while a role is chosen that takes the printer away. */
function Confirm({ computer, isFaulty, t }: ConfirmProps) {
  return (
    <div class="confirm-part">
      <label class="confirm-label" for="confirm">
        <input
          type="checkbox"
          class="form-check-input"
          id="confirm"
          name="confirm"
          value="yes"
          aria-invalid={isFaulty ? 'true' : undefined}
          aria-describedby={isFaulty ? 'confirm-fault' : undefined}
        />
        <span>{t.printing.confirm(computerName(computer))}</span>
      </label>
      {isFaulty && (
        <p class="field-fault" id="confirm-fault">
          {t.printing.confirmFault}
        </p>
      )}
    </div>
  )
}

/** As a person finds the editor: the role as it is, the printer as it is, the pharmacy's port. */
export function presentEntries(customer: CustomerDetail, computer: RelayComputer): RoleEntries {
  const standby = isStandby(customer, computer) ? standbyOf(customer) : null
  return {
    role: standby === null ? String(computer.role) : STANDBY,
    printerName: standby?.printerName ?? computer.printerName ?? '',
    ...presentStandby(customer),
    tcpPort: String(customer.printerConfig?.tcpPort ?? DEFAULT_PRINTER_PORT),
  }
}
