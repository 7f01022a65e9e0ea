// The form of a new rule: both groups are looked for first, then chosen, without a script too.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { CrossSaleGroup } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { SearchInput } from '../../views/search-input.tsx'
import { SelectField } from '../staff/select-field.tsx'
import { groupName } from './cross-sale-text.tsx'
import { CrossSalesCrumbs } from './lists-crumbs.tsx'
import { TermsFields } from './terms-fields.tsx'
import type { TermsField, TermsValues } from './terms.ts'

/** What was looked for, and found; null before anything was looked for. */
export interface Sought {
  readonly ifText: string
  readonly thenText: string
  readonly found: {
    readonly ifs: readonly CrossSaleGroup[]
    readonly thens: readonly CrossSaleGroup[]
  } | null
}

export interface NewCrossSalePageProps {
  readonly frame: FrameProps
  readonly sought: Sought
  readonly chosen: { readonly ifGroup: string; readonly thenGroup: string }
  readonly values: TermsValues
  readonly faults: ReadonlySet<TermsField>
  /** What refused the rule, in words; null for none. */
  readonly problem: string | null
}

export function newCrossSalePage(props: NewCrossSalePageProps): string {
  const { frame, sought, faults, problem } = props
  const t = texts(frame.language)
  const isComplete = sought.found !== null && sought.found.ifs.length > 0 && sought.found.thens.length > 0
  return pageDocument({
    frame,
    title: t.crossSale.make,
    children: (
      <>
        <CrossSalesCrumbs viewer={frame.viewer} t={t} />
        <div class="narrow card-plain">
          <h1>{t.crossSale.make}</h1>
          <p>{t.crossSale.makeIntro}</p>
          {problem !== null && <Notice kind="fault">{problem}</Notice>}
          {problem === null && faults.size > 0 && <Notice kind="fault">{t.customerForm.faultsTitle}</Notice>}
          {may(frame.viewer, pharmacyApi.findCrossSaleGroups) && <SearchForm sought={sought} t={t} />}
          {isComplete && <RuleForm {...props} t={t} />}
        </div>
      </>
    ),
  })
}

function SearchForm({ sought, t }: { readonly sought: Sought; readonly t: Texts }) {
  const { ifText, thenText, found } = sought
  return (
    <form class="staff-filter" method="get" action={PATHS.newCrossSale}>
      <div>
        <label class="filter-label" for="if-text">
          {t.crossSale.ifSearch}
        </label>
        <SearchInput id="if-text" name="ifText" value={ifText} />
        {found?.ifs.length === 0 && <p class="field-fault">{t.crossSale.nothingFound}</p>}
      </div>
      <div>
        <label class="filter-label" for="then-text">
          {t.crossSale.thenSearch}
        </label>
        <SearchInput id="then-text" name="thenText" value={thenText} />
        {found?.thens.length === 0 && <p class="field-fault">{t.crossSale.nothingFound}</p>}
      </div>
      <button type="submit" class="btn">
        {t.crossSale.find}
      </button>
    </form>
  )
}

function RuleForm(props: NewCrossSalePageProps & { readonly t: Texts }) {
  const { frame, sought, chosen, values, faults, problem, t } = props
  const option = (group: CrossSaleGroup) => [group.key, `${groupName(group)} (${group.key})`] as const
  return (
    <PostForm
      action={PATHS.newCrossSale}
      csrfToken={frame.csrfToken}
      unsaved={problem !== null || faults.size > 0}
    >
      <input type="hidden" name="ifText" value={sought.ifText} />
      <input type="hidden" name="thenText" value={sought.thenText} />
      <SelectField
        name="ifGroup"
        label={t.crossSale.ifGroup}
        value={chosen.ifGroup}
        options={sought.found?.ifs.map(option) ?? []}
        isFormField
      />
      <SelectField
        name="thenGroup"
        label={t.crossSale.thenGroup}
        value={chosen.thenGroup}
        options={sought.found?.thens.map(option) ?? []}
        isFormField
      />
      <TermsFields values={values} faults={faults} t={t} />
      <p class="actions">
        <button type="submit" class="btn btn-primary">
          {t.crossSale.make}
        </button>
        <a class="btn" href={may(frame.viewer, pharmacyApi.listCrossSales) ? PATHS.crossSales : PATHS.relay}>
          {t.common.cancel}
        </a>
      </p>
    </PostForm>
  )
}
