// Ten recovery codes, shown this once.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { CopyButton } from '../../views/copy-button.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'

export interface RecoveryCodesPageProps {
  readonly frame: FrameProps
  readonly codes: readonly string[]
  /** `activated`: a second factor was set up; `renewed`: only its codes are new. */
  readonly reason: 'activated' | 'renewed'
}

export function recoveryCodesPage({ frame, codes, reason }: RecoveryCodesPageProps): string {
  const t = texts(frame.language)
  const a = t.account.recovery
  return pageDocument({
    frame,
    title: a.title,
    children: (
      <div class="narrow card-plain">
        <Notice kind="success">{reason === 'activated' ? a.activated : a.renewed}</Notice>
        <h1>{a.title}</h1>
        <p>{a.intro}</p>
        <ul class="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div class="recovery-copy">
          <CopyButton value={codes.join('\n')} thing={a.title} t={t} />
          <button type="button" class="btn btn-sm print-button" data-print>
            {a.print}
          </button>
        </div>
        <p class="actions">
          <a class="btn btn-primary" href={PATHS.account}>
            {a.kept}
          </a>
        </p>
      </div>
    ),
  })
}
