// The certificate by which a printer that encrypts is known; another one is compared and trusted by a person.
import { groupedFingerprint } from '@pharmacy-relay/shared/endorsement.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import type { PrinterCertificateRow } from '../../contract/printer-certificates.ts'
import { useAgent } from '../agent-context.ts'
import { useAsk } from '../use-ask.ts'
import { Notice, Refused } from './notice.tsx'

interface PrinterCertificateProps {
  readonly row: PrinterCertificateRow
  readonly onTrusted: () => void
}

export function PrinterCertificate({ row, onTrusted }: PrinterCertificateProps) {
  const { t } = useAgent()
  const { ask, answer, busy } = useAsk('trustPrinter')
  const { printer } = row
  const trust = async (fingerprint: string): Promise<void> => {
    await ask({ printer, fingerprint })
    onTrusted()
  }
  return (
    <>
      {row.refused === null ? (
        <Known row={row} />
      ) : (
        <Changed row={row} shown={row.refused} busy={busy} trust={(shown) => void trust(shown)} />
      )}
      {answer?.ok === true && (
        <Notice level="good" title={t.windowPages.certificate.confirmed(printerText(printer))} />
      )}
      {answer?.ok === false && <Refused refusal={answer} />}
    </>
  )
}

function Known({ row: { trusted } }: { readonly row: PrinterCertificateRow }) {
  const { t } = useAgent()
  const { certificate } = t.windowPages
  if (trusted.length === 0) return <p class="quiet">{certificate.none}</p>
  return (
    <details>
      <summary>{certificate.title}</summary>
      {trusted.map(({ fingerprint, how }) => (
        <div key={fingerprint}>
          <p class="digits">{groupedFingerprint(fingerprint)}</p>
          <p class="quiet">{certificate.how[how]}</p>
        </div>
      ))}
    </details>
  )
}

interface ChangedProps {
  readonly row: PrinterCertificateRow
  readonly shown: string
  readonly busy: boolean
  readonly trust: (fingerprint: string) => void
}

function Changed({ row: { printer, trusted }, shown, busy, trust }: ChangedProps) {
  const { t } = useAgent()
  const { certificate } = t.windowPages
  const name = printerText(printer)
  const isPinned = trusted.some(({ how }) => how === 'setting')
  return (
    <Notice level="bad" title={trusted.length === 0 ? certificate.unknown(name) : certificate.changed(name)}>
      <p>{certificate.changedText}</p>
      {trusted.map(({ fingerprint }) => (
        <Digits key={fingerprint} title={certificate.known} fingerprint={fingerprint} />
      ))}
      <Digits title={certificate.shown} fingerprint={shown} />
      {isPinned ? (
        <p>{certificate.pinned}</p>
      ) : (
        <div class="row">
          <button type="button" aria-disabled={busy} onClick={() => trust(shown)}>
            {certificate.trust}
          </button>
        </div>
      )}
      <p>{certificate.different}</p>
    </Notice>
  )
}

function Digits({ title, fingerprint }: { readonly title: string; readonly fingerprint: string }) {
  return (
    <>
      <p>{title}</p>
      <p class="digits">{groupedFingerprint(fingerprint)}</p>
    </>
  )
}
