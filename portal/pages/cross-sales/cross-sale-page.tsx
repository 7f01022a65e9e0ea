// One rule or pair: what it says, its approval, its end.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { CrossSale } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { crossSalePath, endCrossSalePath } from './cross-sale-paths.ts'
import { Exact } from '../../views/times/time.tsx'
import { ConfirmedForm } from '../staff/confirmed-form.tsx'
import { ApprovalForm } from './approval-form.tsx'
import { crossSaleNoticeText, type CrossSaleNotice } from './cross-sale-notices.ts'
import { ApprovalText, Figures, GroupText, kindText, termsText } from './cross-sale-text.tsx'
import { CrossSalesCrumbs } from './lists-crumbs.tsx'
import { TermsFields } from './terms-fields.tsx'
import type { TermsField, TermsValues } from './terms.ts'

export interface CrossSalePageProps {
  readonly frame: FrameProps
  readonly about: CrossSale
  /** As they stand, or were typed. */
  readonly values: TermsValues
  readonly faults: ReadonlySet<TermsField | 'pharmacist'>
  readonly notice: CrossSaleNotice | null
  /** What refused a change, in words; null for none. */
  readonly problem: string | null
}

export function crossSalePage({ frame, about, values, faults, notice, problem }: CrossSalePageProps): string {
  const t = texts(frame.language)
  const title = `${kindText(about, t)}, ${t.crossSale.id(about.id)}`
  const isOpen = about.state !== 'ended'
  return pageDocument({
    frame,
    title,
    children: (
      <>
        <CrossSalesCrumbs viewer={frame.viewer} t={t} />
        <h1>{title}</h1>
        {notice !== null && (
          <Notice kind="success" once>
            {crossSaleNoticeText(notice, t)}
          </Notice>
        )}
        {problem !== null && <Notice kind="fault">{problem}</Notice>}
        {problem === null && faults.size > 0 && <Notice kind="fault">{t.customerForm.faultsTitle}</Notice>}
        <Facts about={about} t={t} />
        {isOpen && <ApprovalForm frame={frame} about={about} isFaulty={faults.has('pharmacist')} t={t} />}
        {isOpen && may(frame.viewer, pharmacyApi.changeCrossSale) && (
          <TermsForm frame={frame} about={about} values={values} faults={faults} t={t} />
        )}
        {isOpen && may(frame.viewer, pharmacyApi.endCrossSale) && (
          <EndForm frame={frame} about={about} t={t} />
        )}
      </>
    ),
  })
}

interface PartProps {
  readonly about: CrossSale
  readonly t: Texts
}

function Facts({ about, t }: PartProps) {
  const { state, ifGroup, thenGroup, reason, changedBy, changedAt } = about
  return (
    <dl class="user-facts facts cross-sale-facts">
      <div>
        <dt>{t.crossSale.ifGroup}</dt>
        <dd>
          <GroupText group={ifGroup} t={t} />
        </dd>
      </div>
      <div>
        <dt>{t.crossSale.thenGroup}</dt>
        <dd>
          <GroupText group={thenGroup} t={t} />
        </dd>
      </div>
      <div>
        <dt>{t.crossSale.reason}</dt>
        <dd>
          {t.crossSale.reasons[reason]} <Figures about={about} t={t} />
          <span class="sub">{termsText(about, t)}</span>
        </dd>
      </div>
      <div>
        <dt>{t.crossSale.approval}</dt>
        <dd>
          {t.crossSale.states[state]} <ApprovalText about={about} t={t} />
        </dd>
      </div>
      <div>
        <dt>{t.crossSale.changedBy}</dt>
        <dd>
          <bdi>{changedBy === '' ? t.crossSale.byNight : changedBy}</bdi>
          <span class="sub">
            <Exact at={changedAt} locale={t.locale} />
          </span>
        </dd>
      </div>
    </dl>
  )
}

type FormProps = PartProps & Pick<CrossSalePageProps, 'frame'>

function TermsForm(
  props: FormProps & Pick<CrossSalePageProps, 'values'> & { faults: CrossSalePageProps['faults'] },
) {
  const { frame, about, values, faults, t } = props
  const termFaults = new Set([...faults].filter((name) => name !== 'pharmacist'))
  return (
    <section class="card-plain cross-sale-part" aria-labelledby="terms-title">
      <h2 id="terms-title">{t.crossSale.terms}</h2>
      <p class="muted">{t.crossSale.termsAdvice}</p>
      <PostForm action={crossSalePath(about.id)} csrfToken={frame.csrfToken} unsaved={termFaults.size > 0}>
        <input type="hidden" name="version" value={about.version} />
        <TermsFields values={values} faults={termFaults} t={t} />
        <button type="submit" class="btn">
          {t.crossSale.save}
        </button>
      </PostForm>
    </section>
  )
}

function EndForm({ frame, about, t }: FormProps) {
  const { end, endNow, endForGood, endMined } = t.crossSale
  return (
    <ConfirmedForm
      name="end"
      action={endCrossSalePath(about.id)}
      csrfToken={frame.csrfToken}
      summary={`${end}…`}
      points={[endNow, about.kind === 'mined' ? endMined : endForGood]}
      confirm={end}
    >
      <input type="hidden" name="version" value={about.version} />
    </ConfirmedForm>
  )
}
