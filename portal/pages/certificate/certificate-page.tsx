// The page on which an Admin compares the certificate that a computer reports with the one it is known by.
import { groupedFingerprint } from '@pharmacy-relay/shared/agent-peers.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { certificatePath, customerPath } from '../../views/paths.ts'
import { Day } from '../../views/time.tsx'

export interface CertificatePageProps {
  readonly frame: FrameProps
  readonly customer: Pick<CustomerDetail, 'storeId' | 'name'>
  readonly computer: RelayComputer
  /** It reports another one than the one that was to be accepted. */
  readonly isOutdated: boolean
}

/** Posts `fingerprint` and `csrf` to certificatePath(storeId, computerId). */
export function certificatePage(props: CertificatePageProps): string {
  const { frame, customer, computer, isOutdated } = props
  const t = texts(frame.language)
  const { certificate, otherCertificate: other } = computer
  return pageDocument({
    frame,
    title: t.certificates.title(computer.pcName),
    live: false,
    htmx: false,
    children: (
      <div class="narrow card-plain">
        <h1>{t.certificates.title(computer.pcName)}</h1>
        {isOutdated && <Notice kind="warning">{t.certificates.outdated}</Notice>}
        {other === null ? (
          <p>{t.certificates.nothingToAccept}</p>
        ) : (
          <>
            <p>{t.certificates.intro(computer.pcName, customer.name)}</p>
            <ul class="points">
              {t.certificates.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </>
        )}
        <dl class="fingerprints">
          <Fingerprint label={t.certificates.known} certificate={certificate} t={t} />
          {other !== null && <Fingerprint label={t.certificates.reported} certificate={other} t={t} />}
        </dl>
        <Choices {...{ frame, customer, computer, t }} />
      </div>
    ),
  })
}

interface FingerprintProps {
  readonly label: string
  readonly certificate: RelayComputer['certificate']
  readonly t: Texts
}

function Fingerprint({ label, certificate, t }: FingerprintProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {certificate === null ? (
          t.common.unknown
        ) : (
          <>
            <code class="fingerprint">{groupedFingerprint(certificate.fingerprint)}</code>
            <span class="sub">
              {t.certificates.since} <Day at={certificate.since} locale={t.locale} />
            </span>
          </>
        )}
      </dd>
    </>
  )
}

type ChoicesProps = Pick<CertificatePageProps, 'frame' | 'customer' | 'computer'> & { readonly t: Texts }

function Choices({ frame, customer, computer, t }: ChoicesProps) {
  const back = (
    <a class="btn" href={customerPath(customer.storeId)}>
      {t.common.cancel}
    </a>
  )
  if (computer.otherCertificate === null) return <div class="actions">{back}</div>
  const action = certificatePath(customer.storeId, computer.id)
  return (
    <PostForm action={action} csrfToken={frame.csrfToken} class="actions">
      <input type="hidden" name="fingerprint" value={computer.otherCertificate.fingerprint} />
      <button type="submit" class="btn btn-primary">
        {t.certificates.accept}
      </button>
      {back}
    </PostForm>
  )
}
