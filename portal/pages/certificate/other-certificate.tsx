// The mark of a computer that reports another certificate than the one it is known by, and the way to compare them.
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { certificatePath } from '../../views/paths.ts'

interface OtherCertificateProps {
  readonly computer: RelayComputer
  /** The pharmacy, for whom may accept it; null for all others. */
  readonly editable: { readonly storeId: string } | null
  readonly t: Texts
}

export function OtherCertificate({ computer, editable, t }: OtherCertificateProps) {
  if (computer.otherCertificate === null) return null
  return (
    <span class="other-certificate">
      <span class="mark-warning">{t.certificates.other}</span>
      <span class="sub">{t.certificates.otherAdvice}</span>
      {editable !== null && (
        <a class="row-link" href={certificatePath(editable.storeId, computer.id)}>
          {t.certificates.compare}
          <span class="visually-hidden">: {computer.pcName}</span>
        </a>
      )}
    </span>
  )
}
